import { expect, test } from 'vitest';
import type { Json, StoredRecord } from '../core/record.ts';
import { runPure } from '../testing/run-pure.ts';
import { record, session } from '../testing/call-records.ts';
import { classes } from './classes.ts';
import { clientPlaces } from './session-place.ts';

const treats = {
  'pro-1 chart:c1': ['treating'],
  'desk-1 chart:c1': ['practice.scheduler'],
  'mia chart:c1': ['client'],
};
const inOregon: StoredRecord = record({
  collection: 'session_place',
  id: 'place.a1',
  cls: classes.careTeam,
  body: { appointment_id: 'a1', client_state: 'OR', said_by: 'pro-2', modify_datetime: '2026-11-20T09:00:00.000Z' },
  stamps: { client_state: 'u1' },
});
const say = (said: Json, { held = [session()], base = {}, sub = 'pro-1' } = {}) =>
  runPure(
    { records: held, roles: treats },
    { sub, name: 'session_place.say', args: { appointment_id: 'a1', ...(said as object) }, ctx: { base } },
  );

test('[CA-5] who treats says where the client is and why it is held there, once a session', () => {
  expect(say({ client_state: 'WA', license_reason: ' PSYPACT ' })).toMatchObject({
    records: [
      {
        id: 'place.a1',
        scope: 'chart:c1',
        cls: 'care-team',
        body: {
          client_state: 'WA',
          license_reason: 'PSYPACT',
          said_by: 'pro-1',
          modify_datetime: '2026-11-21T09:00:00.000Z',
        },
      },
    ],
  });
  const held = [session(), inOregon];
  const again = say({ client_state: 'elsewhere' }, { held, base: { client_state: 'u1' } });
  expect(again).toMatchObject({ records: [{ body: { client_state: 'elsewhere', said_by: 'pro-1' } }] });
  expect(again.outcome === 'applied' && again.records[0]?.body).not.toHaveProperty('license_reason');
  expect(say({ client_state: 'OR' }, { held, base: { client_state: 'u0' } })).toMatchObject({ records: [] });
  expect(say({ client_state: 'OR', license_reason: 'x' }, { held, base: { client_state: 'u1' } })).toMatchObject({
    records: [{ body: { license_reason: 'x' } }],
  });
});

test('[CA-5] not over what somebody else said unseen, nor by whom it does not concern', () => {
  const held = [session(), inOregon];
  expect(say({ client_state: 'WA' }, { held, base: { client_state: '' } })).toMatchObject({
    code: 'changed_meanwhile',
  });
  expect(say({ client_state: 'WA' }, { base: { client_state: '' } })).toMatchObject({ outcome: 'applied' });
  expect(say({ client_state: 'XX' })).toMatchObject({ code: 'invalid_arguments' });
  expect(say({ client_state: 'WA', license_reason: 'x'.repeat(301) })).toMatchObject({ code: 'invalid_arguments' });
  expect(say({ client_state: 'WA' }, { held: [] })).toMatchObject({ code: 'not_found' });
  expect(say({ client_state: 'WA' }, { held: [session({ sample: 'shown' })] })).toMatchObject({ code: 'is_sample' });
  for (const sub of ['desk-1', 'mia'])
    expect(say({ client_state: 'WA' }, { sub }), sub).toMatchObject({ code: 'not_allowed' });
  expect(clientPlaces).toHaveLength(52);
});
