import fc from 'fast-check';
import { expect } from 'vitest';
import type { Json } from '../core/record.ts';
import { SeriesWorld, standing } from './series-world.ts';
import { occurrenceIdOf } from '../collections/appointment.ts';

/** Mondays: of the first a note was begun, the others are free to go. */
export const dates = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'];
const noted = 0;

type Reach = 'this' | 'following' | 'all';
export type Act =
  | { readonly act: 'move'; readonly reach: Reach; readonly of: number; readonly days: number; readonly hour: number }
  | { readonly act: 'place'; readonly reach: Reach; readonly of: number; readonly place: string }
  | { readonly act: 'cancel'; readonly reach: Reach; readonly of: number }
  /** Takes back what the device's own cancel of a series before this one did. */
  | { readonly act: 'restore' };

interface Edit {
  readonly uid: string;
  readonly act: Act;
}

const dayOf = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);
const timeOf = (date: string, days: number, hour: number): string =>
  `${dayOf(date, days)}T${String(hour).padStart(2, '0')}:00`;

/** One edit as a screen sends it; null where the screen has nothing to send. */
function callOf(
  id: string,
  { act }: Edit,
  before: readonly Edit[],
): { readonly name: string; readonly args: { [key: string]: Json } } | null {
  if (act.act === 'restore') {
    const cancel = before.findLast((one) => one.act.act === 'cancel' && one.act.reach !== 'this');
    return cancel ? { name: 'appointment_series.restore', args: { series_id: id, cancelled: cancel.uid } } : null;
  }
  const date = dates[act.of] ?? '';
  const of = { appointment_id: occurrenceIdOf(id, date) };
  const reach = act.reach === 'this' ? {} : { reach: act.reach };
  const kind = act.reach === 'this' ? 'appointment' : 'appointment_series';
  if (act.act === 'cancel') return { name: `${kind}.cancel`, args: { ...of, ...reach } };
  if (act.act === 'place') return { name: `${kind}.edit`, args: { ...of, ...reach, place: act.place } };
  const local_start = timeOf(date, act.days, act.hour);
  const start = act.reach === 'this' ? { start: `${local_start}:00.000Z` } : {};
  return { name: `${kind}.edit`, args: { ...of, ...reach, local_start, ...start } };
}

/** What becomes of each date by the words of the rule, written without the product: the time and the place that are meant, and those it has. */
class Expected {
  readonly meant = dates.map((date) => ({ time: timeOf(date, 0, 9), place: 'telehealth' }));
  readonly has = dates.map((date) => ({ time: timeOf(date, 0, 9), place: 'telehealth', cancelledBy: '' }));

  apply({ uid, act }: Edit, before: readonly Edit[]): void {
    if (act.act === 'restore') {
      const cancel = before.findLast((one) => one.act.act === 'cancel' && one.act.reach !== 'this');
      if (cancel) for (const one of this.has) if (one.cancelledBy === cancel.uid) one.cancelledBy = '';
      return;
    }
    const looked = this.has[act.of];
    if (!looked || (looked.cancelledBy !== '' && act.act !== 'cancel')) return;
    dates.forEach((date, at) => {
      const isReached = act.reach === 'all' || (act.reach === 'following' ? at >= act.of : at === act.of);
      const [has, meant] = [this.has[at], this.meant[at]];
      if (!isReached || !has || !meant) return;
      const stays = has.cancelledBy !== '' || (at === noted && act.reach !== 'this');
      const isLooked = at === act.of;
      if (act.act === 'cancel') {
        if (!stays) has.cancelledBy = uid;
        return;
      }
      const name = act.act === 'move' ? 'time' : 'place';
      const next = act.act === 'move' ? timeOf(date, act.days, act.hour) : act.place;
      if (!stays && (isLooked || has[name] === meant[name])) has[name] = next;
      if (act.reach !== 'this') meant[name] = next;
    });
  }
}

const reach = fc.constantFrom<Reach>('this', 'following', 'all');
const of = fc.integer({ min: 0, max: dates.length - 1 });
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constant('move' as const),
    reach,
    of,
    days: fc.constantFrom(-1, 0, 0, 1, 2),
    hour: fc.constantFrom(9, 10, 14),
  }),
  fc.record({ act: fc.constant('place' as const), reach, of, place: fc.constantFrom('telehealth', 'outside') }),
  fc.record({ act: fc.constant('cancel' as const), reach, of }),
  fc.constant({ act: 'restore' as const }),
);
/** At most six edits on two devices, and who is delivered first each time. */
export const aCase = fc.record({
  acts: fc.array(fc.tuple(fc.boolean(), anAct), { minLength: 1, maxLength: 6 }),
  order: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
});

interface Device {
  readonly edits: Edit[];
}

const begin = new SeriesWorld();
const id = begin.book(dates);
begin.put(begin.noteOf(id, dates[noted] ?? ''));

/** Both devices act offline on the calendar they knew; then all arrives, in one order of the two. */
function run(acts: readonly (readonly [boolean, Act])[], order: readonly boolean[], from = begin) {
  const devices: readonly [Device, Device] = [{ edits: [] }, { edits: [] }];
  acts.forEach(([isFirst, act], at) => devices[isFirst ? 0 : 1].edits.push({ uid: `e${at}`, act }));
  const [server, expected] = [from.copy(), new Expected()];
  const done = [0, 0];
  const arrived: [Edit, readonly Edit[]][] = [];
  for (const isFirst of [...order, ...acts.map(() => true), ...acts.map(() => false)]) {
    const which = isFirst ? 0 : 1;
    const at = done[which] ?? 0;
    const edit = devices[which].edits[at];
    if (!edit) continue;
    done[which] = at + 1;
    arrived.push([edit, devices[which].edits.slice(0, at)]);
  }
  // What the device that arrives last shows, once it holds all of the other and still has its own to deliver.
  const last = arrived.at(-1);
  const shown = last ? server.copy() : null;
  for (const [at, [edit, before]] of arrived.entries()) {
    const call = callOf(id, edit, before);
    if (at === arrived.length - 1 && shown) {
      shown.put(...server.records);
      if (call) shown.run(call.name, call.args, { uid: edit.uid, onDevice: true });
    }
    if (call) server.run(call.name, call.args, { uid: edit.uid });
    expected.apply(edit, before);
  }
  return { server, expected, shown };
}

const calendarOf = (world: SeriesWorld) =>
  dates.map((date) => {
    const session = world.session(id, date);
    return session && { time: session.local_start, place: session.place, isOff: session.status !== 'booked' };
  });

/** The calendar is as the rule says, the device showed it before the server had spoken, and nothing was doubled or lost. */
export function check(acts: readonly (readonly [boolean, Act])[], order: readonly boolean[]): void {
  const { server, expected, shown } = run(acts, order);
  expect(calendarOf(server)).toEqual(
    expected.has.map(({ time, place, cancelledBy }) => ({ time, place, isOff: cancelledBy !== '' })),
  );
  if (shown) expect(calendarOf(shown)).toEqual(calendarOf(server));
  expect(server.records.filter(({ collection }) => collection === 'appointment')).toHaveLength(dates.length);
  expect(server.waiting).toEqual([]);
}

/** Sessions of other clients, where series come to be moved. */
const others = [
  ['2026-12-01', '10:00'],
  ['2026-12-07', '14:00'],
  ['2026-12-22', '09:00'],
  ['2026-12-15', '14:00'],
] as const;

const crowded = begin.copy();
for (const [on, time] of others) {
  const start = `${on}T${time}`;
  const end = `${on}T${time.slice(0, 2)}:50:00.000Z`;
  crowded.put(standing(`other.${on}`, { local_start: start, start: `${start}:00.000Z`, end, zone: 'UTC' }));
}

/** No two at one time, none lost, and each that was not to be had is listed; how many are. */
export function checkCrowded(acts: readonly (readonly [boolean, Act])[], order: readonly boolean[]): number {
  const { server, shown } = run(acts, order, crowded);
  const sessions = server.records.filter(({ collection }) => collection === 'appointment');
  const live = sessions
    .map(({ body }) => body as { start: string; end: string; status: string })
    .filter(({ status }) => !status.startsWith('cancelled'))
    .toSorted((one, other) => (one.start < other.start ? -1 : 1));
  for (const [at, one] of live.entries()) expect(one.start >= (live[at - 1]?.end ?? '')).toBe(true);
  expect(sessions).toHaveLength(dates.length + others.length);
  const [before, after] = [shown ? calendarOf(shown) : [], calendarOf(server)];
  const waits = new Set(server.waiting.map(({ series }) => series.date));
  const isRefused = JSON.stringify(after) === JSON.stringify(calendarOf(crowded));
  for (const [at, date] of dates.entries()) {
    if (!shown || isRefused || waits.has(date) || at === noted) continue;
    expect([date, before[at]?.isOff]).toEqual([date, after[at]?.isOff]);
  }
  return server.waiting.length;
}
