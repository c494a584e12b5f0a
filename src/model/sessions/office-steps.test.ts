import { expect, test } from 'vitest';
import type { MutateOptions } from '../../../sync/client/api.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { officeSteps, sayOffices, type OfficeWord } from './office-steps.ts';
import { officeMeant } from './use-offices.ts';

const now = '2026-11-21T12:00:00.000Z';
const session = (date: string, change: object = {}) =>
  sessionOf(`appointment.s1.${date}`, {
    place: 'office_location',
    start: `${date}T09:00:00.000Z`,
    end: `${date}T09:50:00.000Z`,
    series: { id: 's1', date },
    ...change,
  });
const dates = ['2026-11-16', '2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14'];
const sessions = dates.map((date) => session(date));
const [, , looked = session('')] = sessions;
const none: ReadonlyMap<string, OfficeWord> = new Map();
const series: OfficeWord = { office: 'elm', stamp: 'u1' };
const own: OfficeWord = { office: 'elm', stamp: 'u2' };
const of = (date: string) => ({ appointment_id: `appointment.s1.${date}` });
const base = { looked, office: 'oak', own: none, ofSeries: series, sessions, now };

test('[CA-13] another office of one session is said of it alone', () => {
  expect(officeSteps({ ...base, reach: 'this' })).toEqual([{ of: of('2026-11-30'), office: 'oak', before: null }]);
  expect(officeSteps({ ...base, reach: 'this', own: new Map([[looked.id, own]]) })).toEqual([
    { of: of('2026-11-30'), office: 'oak', before: own },
  ]);
});

test('[CA-13] of all it is said of the series, and of the one that is looked at where that has a word of its own', () => {
  const all = { of: { series_id: 's1' }, office: 'oak', before: series };
  expect(officeSteps({ ...base, reach: 'all' })).toEqual([all]);
  expect(officeSteps({ ...base, reach: 'all', own: new Map([[looked.id, own]]) })).toEqual([
    all,
    { of: of('2026-11-30'), office: 'oak', before: own },
  ]);
  expect(officeSteps({ ...base, reach: 'all', ofSeries: null })).toEqual([{ ...all, before: null }]);
});

test('[CA-13] of the following ones those before that are yet to come keep the office that they had', () => {
  const all = { of: { series_id: 's1' }, office: 'oak', before: series };
  expect(officeSteps({ ...base, reach: 'following' })).toEqual([
    { of: of('2026-11-23'), office: 'elm', before: null },
    all,
  ]);
  for (const change of [
    { place: 'telehealth' },
    { status: 'cancelled_patient' },
    { clinician: 'somebody else' },
    { end: now },
  ])
    expect(
      officeSteps({ ...base, reach: 'following', sessions: [session('2026-11-23', change), looked] }),
      JSON.stringify(change),
    ).toEqual([all]);
  expect(officeSteps({ ...base, reach: 'following', own: new Map([[session('2026-11-23').id, own]]) })).toEqual([all]);
  expect(officeSteps({ ...base, reach: 'following', ofSeries: null })).toEqual([{ ...all, before: null }]);
});

test('they are said one after the other, over what was on screen, and can be taken back', async () => {
  const calls: unknown[] = [];
  const client = {
    mutate: async (name: string, args: unknown, options?: MutateOptions) => {
      calls.push([name, args, options?.base]);
      return { kind: 'saved' as const, uid: `n${calls.length}`, ids: [], requested: false };
    },
  };
  const { back } = await sayOffices(client, 'pro-1', officeSteps({ ...base, reach: 'following' }));
  expect(calls).toEqual([
    ['session_office.say', { ...of('2026-11-23'), office_location_id: 'elm' }, { office_location_id: '' }],
    ['series_office.say', { series_id: 's1', office_location_id: 'oak' }, { office_location_id: 'u1' }],
  ]);
  expect(back).toEqual([{ of: { series_id: 's1' }, office: 'elm', before: { office: 'oak', stamp: 'n2' } }]);
});

test('the first that is not taken ends it', async () => {
  let calls = 0;
  const client = {
    mutate: async () => {
      calls += 1;
      return { kind: 'rejected' as const, code: 'not_found' as const, message: 'It is not there.' };
    },
  };
  const { last } = await sayOffices(client as never, 'pro-1', officeSteps({ ...base, reach: 'following' }));
  expect(calls).toBe(1);
  expect(last).toMatchObject({ code: 'not_found' });
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
