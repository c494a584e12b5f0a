import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import type { Json } from '../../../sync/core/record.ts';
import { occurrenceDates, type RepeatRule } from '../../../sync/domain/recurrence.ts';
import { SeriesWorld } from '../../../sync/testing/series-world.ts';
import { asksToGoOn, endingWords, goesOnFor, goOn, type GoesOnFor } from './series-end.ts';

const today = '2026-11-21';
const mondays = (ends: RepeatRule['ends']): RepeatRule => ({ unit: 'week', every: 1, ends });

function booked(rule: RepeatRule): { readonly world: SeriesWorld; readonly id: string } {
  const world = new SeriesWorld();
  return { world, id: world.book(occurrenceDates('2026-11-23', rule), { rule }) };
}

test.each(
  (
    [
      { kind: 'count', count: 3 },
      { kind: 'date', date: '2026-12-09' },
    ] as const
  ).flatMap((ends) => goesOnFor.map((howLong) => [ends, howLong] as const)),
)('[CA-9] a series that ends with %j goes on, %s, by the dates that are said before', (ends, howLong: GoesOnFor) => {
  const { world, id } = booked(mondays(ends));
  const next = goOn(id, world.series(id), { howLong, today });
  expect(next?.dates[0]).toBe('2026-12-14');
  if (howLong !== 'open') expect(next?.dates).toHaveLength(Number(howLong));
  expect(world.run('appointment_series.extend', next?.args as Json)).toMatchObject({ outcome: 'applied' });
  for (const date of next?.dates ?? []) expect(world.session(id, date)?.local_start).toBe(`${date}T09:00`);
  expect(world.series(id).laid_through >= (next?.dates.at(-1) ?? '')).toBe(true);
});

test('[S-036] more than a series can have is not offered, and one without a rule goes on by hand', () => {
  const { world, id } = booked(mondays({ kind: 'date', date: '2028-11-06' }));
  const series = world.series(id);
  expect(goOn(id, series, { howLong: '4', today })).toBeNull();
  const { rule: _rule, ...byHand } = series;
  expect(goOn(id, byHand, { howLong: '4', today })).toBeNull();
});

test('somebody is asked of a series that ends within four weeks or has stopped, unless it was ended or may end', () => {
  const { world, id } = booked(mondays({ kind: 'count', count: 3 }));
  const series = world.series(id);
  expect(series.laid_through).toBe('2026-12-07');
  expect(asksToGoOn(series, '2026-12-07')).toBe(true);
  expect(asksToGoOn(series, '2026-12-06')).toBe(false);
  expect(asksToGoOn({ ...series, ends_well: true }, '2026-12-07')).toBe(false);
  expect(asksToGoOn({ ...series, until: '2026-12-01' }, '2026-12-07')).toBe(false);
  const open = { ...series, rule: mondays({ kind: 'open' }) };
  expect(asksToGoOn(open, '2026-12-07')).toBe(false);
  const stopped = { why: 'chart_archived', at: '2026-11-20T00:00:00.000Z' };
  expect(asksToGoOn({ ...open, stopped }, '2026-11-30')).toBe(true);
});

test('what ends is said, and of what stopped why', () => {
  const { world, id } = booked(mondays({ kind: 'count', count: 3 }));
  const series = world.series(id);
  const stopped = (why: string) => endingWords({ ...series, stopped: { why, at: '' } }, '7 December');
  expect(endingWords(series, '7 December')).toBe('the weekly sessions end on 7 December.');
  expect(stopped('chart_archived')).toContain('since the client is archived');
  expect(stopped('not_allowed')).toContain('has no access to the client any more');
  expect(stopped('conflicting_session')).toContain('Oops...There is a conflicting session!');
  expect(stopped('of a newer build')).toMatch(/None could be laid out after that\.$/);
});
