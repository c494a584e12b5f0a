import { Temporal } from 'temporal-polyfill';
import { seededRandom } from '../../sync/testing/builders.ts';
import type { RaceOptions } from './options.ts';
import { losses, type Block, type Claim, type Interval, type Loss, type Race, type Wish } from './race.ts';

/** Whom and what the races are about. */
export interface RaceWorld {
  readonly practiceId: string;
  readonly clinician: string;
  /** Charts that the clinician treats. */
  readonly charts: readonly string[];
  readonly doors: number;
  /** The id of what a device makes. */
  readonly idOf: (by: { readonly device: number; readonly door: number }, uid: string) => string;
  /** The first race lies on the day after. */
  readonly today: string;
}

const zones = ['America/New_York', 'UTC', 'Europe/Berlin'] as const;
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
/** Claims begin so many minutes before the moment that all of them want, or end so many after it. */
export const reachMinutes = 45;
/** Where sessions lie that are moved: days behind all races. */
const homesAfterDays = 1000;
const homesPerDay = 10;

/** When a time is blocked, race by race. */
const blockedIn: readonly (Block['when'] | null)[] = [null, 'before', null, 'amid', null, 'after', null, null];

type Random = ReturnType<typeof seededRandom>;

/** The races of a seed, each on a day of its own: who wants what, by which door, and whose answers get lost. */
export function planRaces(options: RaceOptions, world: RaceWorld): readonly Race[] {
  const random = seededRandom(options.seed);
  // In the evening of the practice, in which the demo has no sessions.
  const firstDay = Date.parse(`${world.today}T02:00:00.000Z`) + 2 * dayMs;
  let homes = 0;
  const nextHome = (): Interval => {
    const day = firstDay + (homesAfterDays + Math.floor(homes / homesPerDay)) * dayMs;
    const startMs = day + ((homes % homesPerDay) - 4) * 60 * minuteMs;
    homes += 1;
    return intervalOf(startMs, 50);
  };
  return Array.from({ length: options.races }, (_, number) => {
    const atMs = firstDay + number * dayMs;
    const when = blockedIn[number % blockedIn.length] ?? null;
    const block = when && blockOf(random, { world, number, atMs, device: options.callers, when });
    const charts = shuffled(random, world.charts);
    const devices = shuffled(
      random,
      Array.from({ length: options.callers }, (_place, index) => index),
    );
    const claims = devices.map((device, place): Claim => {
      const name = `race-${number}-${place}`;
      const kind = pick(random, ['book', 'book', 'move', 'move', 'restore'] as const);
      // Through the other doors new ones come alone.
      const by = { device, door: kind === 'book' ? random.below(world.doors) : 0 };
      // Whatever is blocked, the last claim can stand; until one of a few comes that can, they are kept out.
      const isForced = random.chance(0.05) || (block !== null && place === options.callers - 1);
      const time = timeOf(random, atMs);
      const chart = charts[place % charts.length] ?? '';
      // What is moved or restored is there before, under the name itself.
      const session = kind === 'book' ? world.idOf(by, uidOf(name)) : name;
      const wish = wishOf({ uid: uidOf(name), kind, session, chart, time, isForced, zone: pick(random, zones), world });
      const home = kind === 'move' ? nextHome() : null;
      return { ...by, lost: lostOf(random), ...time, kind, session, chart, isForced, home, wish };
    });
    const beside = [`race-${number}-before`, `race-${number}-after`];
    const around = intervalOf(atMs - reachMinutes * minuteMs, 2 * reachMinutes);
    return { ...around, clinician: world.clinician, claims, block, beside };
  });
}

/** Around the moment that all want: often the very same time, else any. */
function timeOf(random: Random, atMs: number): Interval {
  if (random.chance(0.3)) return intervalOf(atMs - 25 * minuteMs, 50);
  const before = 5 * random.below(reachMinutes / 5 + 1);
  const after = 5 * (1 + random.below(reachMinutes / 5));
  return intervalOf(atMs - before * minuteMs, before + after);
}

/** Over the whole of what is wanted, or over its end alone: then some claims do not touch it. */
function blockOf(
  random: Random,
  at: {
    readonly world: RaceWorld;
    readonly number: number;
    readonly atMs: number;
    readonly device: number;
    readonly when: Block['when'];
  },
): Block {
  const { world, number, atMs, device, when } = at;
  const time = random.chance(0.5) ? intervalOf(atMs - 30 * minuteMs, 60) : intervalOf(atMs + 10 * minuteMs, 60);
  // Devices are numbered; that of the blocks comes after those of the callers.
  const by = { device, door: 0 };
  const uid = uidOf(`race-${number}-block`);
  const args = { practice_id: world.practiceId, label: 'Kept free', ...meant(time, pick(random, zones)) };
  const wish = { uid, name: 'blocked_interval.save', args };
  return { ...by, ...time, id: world.idOf(by, uid), when, lost: lostOf(random), wish };
}

const uidOf = (name: string): string => `${name}-uid`;

function wishOf(of: {
  readonly uid: string;
  readonly kind: Claim['kind'];
  readonly session: string;
  readonly chart: string;
  readonly time: Interval;
  readonly isForced: boolean;
  readonly zone: string;
  readonly world: RaceWorld;
}): Wish {
  const { uid, kind, session, chart, time, isForced, zone, world } = of;
  const force = isForced ? { force_book_over_blocked: true } : {};
  if (kind === 'restore') return { uid, name: 'appointment.restore', args: { appointment_id: session, ...force } };
  const when = meant(time, zone);
  if (kind === 'move') return { uid, name: 'appointment.edit', args: { appointment_id: session, ...when, ...force } };
  const planned = { appointment_type_label: 'Individual session', place: 'office_location' };
  const args = { chart_id: chart, clinician: world.clinician, ...when, ...planned, ...force };
  return { uid, name: 'appointment.book', args };
}

function meant({ start, end }: Interval, zone: string) {
  const local = Temporal.Instant.from(start).toZonedDateTimeISO(zone).toPlainDateTime().toString().slice(0, 16);
  return { local_start: local, zone, minutes: (Date.parse(end) - Date.parse(start)) / minuteMs, start };
}

/** Of two callers in five up to three answers. */
function lostOf(random: Random): readonly Loss[] {
  return random.chance(0.4) ? Array.from({ length: 1 + random.below(3) }, () => pick(random, losses)) : [];
}

/** A time of so many minutes. */
export function intervalOf(startMs: number, minutes: number): Interval {
  return { start: new Date(startMs).toISOString(), end: new Date(startMs + minutes * minuteMs).toISOString() };
}

function pick<T>(random: Random, [first, ...rest]: readonly [T, ...(readonly T[])]): T {
  return rest[random.below(rest.length + 1) - 1] ?? first;
}

function shuffled<T>(random: Random, values: readonly T[]): readonly T[] {
  return values
    .map((value) => ({ value, at: random.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
