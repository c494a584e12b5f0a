import { expect, test } from 'vitest';
import type { MutateOptions, MutateResult } from '../../../sync/client/api.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { sayOffice } from './say-office.ts';
import { officeMeant } from './use-offices.ts';

const looked = sessionOf('appointment.s1.2026-11-30', {
  place: 'office_location',
  series: { id: 's1', date: '2026-11-30' },
});
const before = { office: 'elm', stamp: 'u1' };

/** A device that takes each change, and what it was asked. */
function device(kind: 'saved' | 'not-saved' = 'saved') {
  const asked: { readonly name: string; readonly args: unknown; readonly base: unknown }[] = [];
  const mutate = async (name: string, args: unknown, options?: MutateOptions): Promise<MutateResult> => {
    asked.push({ name, args, base: options?.base });
    const uid = `c${asked.length}`;
    return kind === 'saved'
      ? { kind, uid, ids: [], requested: false }
      : { kind, reason: 'storage', message: 'no room' };
  };
  return { asked, client: { mutate } as never };
}

test('[CA-13] another office of one session is said of it alone, over the word on screen, and taken back over what was said', async () => {
  const { asked, client } = device();
  const said = await sayOffice(client, 'me', { looked, reach: 'this', office: 'oak', before });
  await said.undo?.();
  expect(asked).toEqual([
    {
      name: 'session_office.say',
      args: { appointment_id: looked.id, office_location_id: 'oak' },
      base: { office_location_id: 'u1' },
    },
    {
      name: 'session_office.say',
      args: { appointment_id: looked.id, office_location_id: 'elm' },
      base: { office_location_id: 'c1' },
    },
  ]);
});

test.each([
  ['following', { from: '2026-11-30', over: 'elm' }],
  ['all', { over: 'elm' }],
] as const)('[CA-13] of a series it is said with one change: %s', async (reach, meant) => {
  const { asked, client } = device();
  const said = await sayOffice(client, 'me', { looked, reach, office: 'oak', before });
  await said.undo?.();
  expect(asked.map(({ name, args }) => [name, args])).toEqual([
    ['series_office.say', { series_id: 's1', office_location_id: 'oak', ...meant }],
    ['series_office.say', { series_id: 's1', office_location_id: 'elm', undoes: 'c1' }],
  ]);
});

test('[CA-13] where nothing was said before nothing is taken back; nor what was not saved', async () => {
  const first = device();
  const none = { looked, office: 'oak', before: null } as const;
  for (const reach of ['this', 'all'] as const)
    expect((await sayOffice(first.client, 'me', { ...none, reach })).undo).toBeNull();
  expect(first.asked.map(({ base }) => base)).toEqual([{ office_location_id: '' }, undefined]);
  expect(first.asked[1]?.args).not.toHaveProperty('over');
  const full = device('not-saved');
  for (const reach of ['this', 'following'] as const)
    expect(await sayOffice(full.client, 'me', { looked, office: 'oak', before, reach })).toMatchObject({
      result: { kind: 'not-saved' },
      undo: null,
    });
});

test.each([
  ['the one that was chosen', 'oak', ['elm', 'oak'], 'elm', 'oak'],
  ['else the one that holds', '', ['elm', 'oak'], 'oak', 'oak'],
  ['else the usual one', '', ['elm', 'oak'], null, 'elm'],
  ['none of somebody else', 'bens', ['elm'], 'bens', 'elm'],
  ['none where there is none', 'oak', [], 'oak', null],
])('which office is meant: %s', (_what, chosen, offices, held, meant) => {
  expect(
    officeMeant(
      chosen,
      offices.map((id) => ({ id })),
      held,
    ),
  ).toBe(meant);
});
