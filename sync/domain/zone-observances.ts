import { fromInstant, toInstant } from '../core/instant.ts';
import { localTimeAt } from '../core/wall-clock.ts';

/** From a moment on the clocks of a zone are so far ahead of UTC. */
export interface Observance {
  /** What clocks showed at that moment, by the offset of before: `YYYY-MM-DDTHH:MM`. */
  readonly local: string;
  readonly fromMinutes: number;
  readonly toMinutes: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * How the clocks of a zone stand at the beginning of a time, and each change until its end, by this machine's table; none where it does not know the zone.
 * Changes that follow one another within two days are seen as one.
 */
export function zoneObservances(zone: string, from: string, to: string): readonly Observance[] {
  const key = `${zone} ${from.slice(0, 10)} ${to.slice(0, 10)}`;
  const known = asked.get(key) ?? observancesOf(zone, from, to);
  // Whoever fetches a calendar asks for the same days again and again.
  if (asked.size >= mostAsked) asked.clear();
  asked.set(key, known);
  return known;
}

const asked = new Map<string, readonly Observance[]>();
const mostAsked = 200;

function observancesOf(zone: string, from: string, to: string): readonly Observance[] {
  const begin = Math.floor(fromInstant(from) / dayMs) * dayMs;
  const first = offsetAt(zone, begin);
  if (first === null) return [];
  const found: Observance[] = [{ local: wallOf(begin, first), fromMinutes: first, toMinutes: first }];
  const end = Math.ceil(fromInstant(to) / dayMs) * dayMs;
  let offset = first;
  for (let at = begin; at < end; at += dayMs) {
    const next = offsetAt(zone, at + dayMs) ?? offset;
    if (next === offset) continue;
    const changed = changeBetween(zone, { at, offset }, at + dayMs);
    found.push({ local: wallOf(changed, offset), fromMinutes: offset, toMinutes: next });
    offset = next;
  }
  return found;
}

/** The first minute of the other offset. */
function changeBetween(
  zone: string,
  { at, offset }: { readonly at: number; readonly offset: number },
  end: number,
): number {
  let [low, high] = [at, end];
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (offsetAt(zone, middle) === offset) low = middle;
    else high = middle;
  }
  return high;
}

function offsetAt(zone: string, ms: number): number | null {
  const local = localTimeAt(toInstant(ms), zone);
  return local === null ? null : (Date.parse(`${local}:00.000Z`) - ms) / 60_000;
}

function wallOf(ms: number, offsetMinutes: number): string {
  return toInstant(ms + offsetMinutes * 60_000).slice(0, 16);
}
