import { expect, test } from 'vitest';
import type { StoredRecord } from '../core/record.ts';
import { SeriesWorld, recordOf } from '../testing/series-world.ts';
import { registry } from './index.ts';
import { canRead } from '../core/run-mutation.ts';
import { classes } from './classes.ts';

const dates = ['2026-11-23', '2026-11-30'];

/** A series, and what somebody else has said of it. */
function world(): { readonly it: SeriesWorld; readonly id: string; readonly inOregon: StoredRecord } {
  const it = new SeriesWorld();
  const id = it.book(dates);
  const inOregon = recordOf({
    collection: 'series_place',
    id: `place.${id}`,
    cls: classes.careTeam,
    body: { series_id: id, client_state: 'OR', said_by: 'pro-2', modify_datetime: '2026-11-20T09:00:00.000Z' },
    stamps: { client_state: 'u1' },
  });
  return { it, id, inOregon };
}

test('[CA-12] who treats says where the client of a series is and why it is held there, once a series', () => {
  const { it, id, inOregon } = world();
  const say = (said: object, base: Record<string, string> = {}) =>
    it.copy().run('series_place.say', { series_id: id, ...said }, { base });
  expect(say({ client_state: 'WA', license_reason: ' PSYPACT ' })).toMatchObject({
    records: [
      {
        id: `place.${id}`,
        scope: 'chart:c1',
        cls: 'care-team',
        body: { series_id: id, client_state: 'WA', license_reason: 'PSYPACT', said_by: 'pro-1' },
      },
    ],
  });
  it.put(inOregon);
  const again = say({ client_state: 'elsewhere' }, { client_state: 'u1' });
  expect(again).toMatchObject({ records: [{ body: { client_state: 'elsewhere', said_by: 'pro-1' } }] });
  expect(again.outcome === 'applied' && again.records[0]?.body).not.toHaveProperty('license_reason');
  // The same word is no change, whatever was on screen.
  expect(say({ client_state: 'OR' }, { client_state: 'u0' })).toMatchObject({ records: [] });
});

test('[CA-12] not over what somebody else said unseen, nor by whom it does not concern', () => {
  const { it, id, inOregon } = world();
  const say = (said: object, more: Parameters<SeriesWorld['run']>[2] = {}) =>
    it.copy().run('series_place.say', { series_id: id, client_state: 'WA', ...said }, more);
  for (const sub of ['desk', 'mia', 'pro-2']) expect(say({}, { sub }), sub).toMatchObject({ code: 'not_allowed' });
  expect(say({ series_id: 'none' })).toMatchObject({ code: 'not_found' });
  expect(say({ client_state: 'XX' })).toMatchObject({ code: 'invalid_arguments' });
  expect(say({ license_reason: 'x'.repeat(301) })).toMatchObject({ code: 'invalid_arguments' });
  expect(say({}, { base: { client_state: '' } })).toMatchObject({ outcome: 'applied' });
  it.put(inOregon);
  expect(say({}, { base: { client_state: '' } })).toMatchObject({ code: 'changed_meanwhile' });
});

test('[CA-12] those who treat and supervise read it, and nobody else', () => {
  const readers = [
    'treating',
    'supervisor',
    'scheduler',
    'practice.scheduler',
    'practice.biller',
    'client',
    'guardian',
  ];
  const read = readers.filter((role) =>
    canRead(registry, { collection: 'series_place', cls: classes.careTeam }, [role]),
  );
  expect(read).toEqual(['treating', 'supervisor']);
});
