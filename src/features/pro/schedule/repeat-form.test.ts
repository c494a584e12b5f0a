import 'temporal-polyfill/global';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { bookSeries } from '../../../../sync/collections/book-series.ts';
import { occurrenceIdOf } from '../../../../sync/collections/appointment.ts';
import type { Json } from '../../../../sync/core/record.ts';
import { SeriesWorld } from '../../../../sync/testing/series-world.ts';
import { repeatChoice } from '../../../model/sessions/repeat-choice.ts';
import { readTicks, repeatPlan } from '../../../model/sessions/repeat-days.ts';
import { bookSeriesArgs, newSessionSchema, noRepeat, type NewSessionValues } from './repeat-form.ts';
import { refusedSeries, seriesAgain } from './series-refusals.ts';

const values: NewSessionValues = {
  chart_id: 'c1',
  clinician: 'pro-1',
  appointment_type_label: 'Individual',
  date: '2026-11-23',
  time: '09:00',
  minutes: '50',
  place: 'telehealth',
  office_location_id: '',
  kind: '',
  billing_type: '',
  price: '80',
  ask: false,
  client_state: '',
  license_reason: '',
  opened: { texts: {}, stamps: {} },
  ...noRepeat,
  repeats: 'week',
  count: '4',
};

function argsOf(more: Partial<NewSessionValues> = {}, busy = { sessions: [], blocks: [] } as const) {
  const said = v.parse(newSessionSchema, { ...values, ...more });
  const choice = repeatChoice(said, said.date);
  if (!choice || !('rule' in choice)) throw new Error('no rule');
  const { date: first, time, ticks } = said;
  const ask = { first, time, zone: 'UTC', minutes: 50, rule: choice.rule, busy, ticks: readTicks(ticks) };
  const plan = repeatPlan(ask);
  return plan && bookSeriesArgs(said, plan, 'UTC');
}

test.each([
  ['count', { count: '301' }, 'At most 300 sessions'],
  ['until', { ends: 'date', until: '2026-11-01' }, 'That is before the first session'],
  ['every', { repeats: 'weeks', every: '0' }, 'Please enter a number of weeks, from 1 to 12'],
] as const)('[S-036] what is wrong with how it repeats is said at its field: %s', (field, more, words) => {
  const { issues } = v.safeParse(newSessionSchema, { ...values, ...more });
  expect(issues?.map((issue) => [v.getDotPath(issue), issue.message])).toEqual([[field, words]]);
});

test('[S-036] a session that does not repeat is asked nothing of it', () => {
  expect(v.is(newSessionSchema, { ...values, repeats: 'no', count: 'many', until: '' })).toBe(true);
});

test('[CA-9] what the form says is taken as it stands: all of it, and with dates left out at its beginning and within', () => {
  const world = new SeriesWorld();
  const all = argsOf();
  expect(all).toMatchObject({ local_start: '2026-11-23T09:00', price_cents: 8000 });
  expect(all).not.toHaveProperty('start');
  expect(world.run('appointment_series.book', all as Json)).toMatchObject({ outcome: 'applied' });
  const some = argsOf({ ticks: '-2026-11-23 -2026-12-07' });
  expect(some?.local_start).toBe('2026-11-30T09:00');
  const outcome = new SeriesWorld().run('appointment_series.book', some);
  const ids = outcome.outcome === 'applied' ? outcome.records.map(({ id }) => id) : [];
  const [series = ''] = ids;
  expect(ids.slice(1)).toEqual(['2026-11-30', '2026-12-14'].map((date) => occurrenceIdOf(series, date)));
  expect(argsOf({ ticks: '-2026-11-23 -2026-11-30 -2026-12-07 -2026-12-14' })).toBeNull();
});

test('[CA-9] a blocked date that somebody ticks is booked over, and no other is', () => {
  const block = { start: '2026-11-30T09:00:00.000Z', end: '2026-11-30T10:00:00.000Z' };
  const busy = { sessions: [], blocks: [block] } as never;
  expect(argsOf({}, busy)).not.toHaveProperty('force_book_over_blocked');
  expect(argsOf({ ticks: '+2026-11-30' }, busy)).toHaveProperty('force_book_over_blocked', true);
});

test('[CA-9] a series that was refused is taken up again with all that it said', () => {
  const more = { repeats: 'weeks', every: '3', ticks: '-2026-12-14', ask: true } as const;
  const args = argsOf(more);
  const item = { uid: 'u', name: 'appointment_series.book', at: '1', code: 'conflicting_session', message: '', args };
  const [refused] = refusedSeries([{ ...item, name: 'appointment.book' }, item] as never);
  if (!refused) throw new Error('not found');
  const {
    client_state: _state,
    license_reason: _reason,
    office_location_id: _office,
    opened: _opened,
    ...said
  } = values;
  expect(seriesAgain(refused)).toMatchObject({ zone: 'UTC', said: { ...said, ...more, until: '' } });
  expect(v.is(bookSeries.args, args)).toBe(true);
  expect(refusedSeries([{ ...item, args: { chart_id: 'c1' } }] as never)).toEqual([]);
});
