/** Where a session stands in its day: in which lane, and how many share the width there. */
export interface Lane {
  readonly index: number;
  readonly of: number;
}

/** What is shorter is drawn as long as this: its name must fit. */
export const shortestDrawnMinutes = 24;

/** What takes a clinician's time in a day: a session, or what is known of a colleague's. */
interface TakesTime {
  readonly id: string;
  readonly body: { readonly clinician: string; readonly start: string; readonly end: string };
}

interface Drawn {
  readonly id: string;
  readonly clinician: string;
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The lanes of a day's sessions: two that share a moment, as they are drawn, are never in one lane. Sessions that overlap, directly
 * or by others between them, share the width evenly; within them each clinician keeps a lane while it is free, and those who begin
 * together stand in the order of `clinicians`. Pure.
 */
export function dayLanes(sessions: readonly TakesTime[], clinicians: readonly string[]): ReadonlyMap<string, Lane> {
  const placeOf = (clinician: string): number => {
    const place = clinicians.indexOf(clinician);
    return place === -1 ? clinicians.length : place;
  };
  const drawn = sessions
    .map(drawnOf)
    .toSorted(
      (one, other) =>
        one.startMs - other.startMs ||
        placeOf(one.clinician) - placeOf(other.clinician) ||
        (one.id < other.id ? -1 : 1),
    );
  const lanes = new Map<string, Lane>();
  for (const group of overlapping(drawn)) {
    const placed = placeGroup(group);
    const of = Math.max(...placed.values()) + 1;
    for (const [id, index] of placed) lanes.set(id, { index, of });
  }
  return lanes;
}

/** The most lanes that lie side by side in a day. */
export function widestOf(lanes: ReadonlyMap<string, Lane>): number {
  return Math.max(1, ...[...lanes.values()].map(({ of }) => of));
}

function drawnOf({ id, body }: TakesTime): Drawn {
  const startMs = Date.parse(body.start);
  const endMs = Math.max(Date.parse(body.end), startMs + shortestDrawnMinutes * 60_000);
  return { id, clinician: body.clinician, startMs, endMs };
}

/** Runs of sessions in which each begins before all before it have ended. */
function overlapping(drawn: readonly Drawn[]): readonly (readonly Drawn[])[] {
  const groups: Drawn[][] = [];
  let endMs = -Infinity;
  for (const one of drawn) {
    if (one.startMs >= endMs) groups.push([]);
    groups.at(-1)?.push(one);
    endMs = Math.max(endMs, one.endMs);
  }
  return groups;
}

function placeGroup(group: readonly Drawn[]): ReadonlyMap<string, number> {
  const placed = new Map<string, number>();
  const last: Drawn[] = [];
  for (const one of group) {
    const free = last.flatMap((before, lane) => (before.endMs <= one.startMs ? [lane] : []));
    const own = free.find((lane) => last[lane]?.clinician === one.clinician);
    const lane = own ?? free[0] ?? last.length;
    last[lane] = one;
    placed.set(one.id, lane);
  }
  return placed;
}
