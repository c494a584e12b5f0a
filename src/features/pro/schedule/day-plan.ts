import type { Interval } from '../../../model/sessions/free-times.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { minutesBetween } from '../../../lib/time.ts';

export type PlanRow =
  | { readonly kind: 'session'; readonly session: Session; readonly when: 'past' | 'now' | 'next' | 'later' }
  | {
      readonly kind: 'gap';
      /** When it begins. */
      readonly key: string;
      readonly end: string;
      readonly minutes: number;
      /** Where the present lies in it, 0 to 1; `null` where it does not. */
      readonly nowAt: number | null;
    }
  /** The present, where it lies before, between or after everything. */
  | { readonly kind: 'now' };

interface GapRules {
  readonly shortestGap?: number | undefined;
  /** One's own time that is kept free of sessions: it is not told as free. */
  readonly blocked?: readonly Interval[];
}

/** Free time shorter than this is a breath, not a gap. */
const shortestGapMinutes = 15;

/**
 * A day as one column: sessions in order, the free time between them, and the present in its place. The first session
 * that is going on or still to come is the one that matters. Pure.
 */
export function dayPlan(
  sessions: readonly Session[],
  now: string,
  isToday: boolean,
  { shortestGap = shortestGapMinutes, blocked = [] }: GapRules = {},
): readonly PlanRow[] {
  const rows: PlanRow[] = [];
  const nextId = isToday ? sessions.find((one) => one.body.end > now && isOn(one))?.id : undefined;
  let nowShown = !isToday;
  let busyUntil: string | null = null;

  for (const session of sessions) {
    const { start, end } = session.body;
    if (busyUntil !== null && isOn(session)) {
      for (const gap of freeBetween({ start: busyUntil, end: start }, blocked)) {
        const minutes = minutesBetween(gap.start, gap.end);
        if (minutes < shortestGap) continue;
        if (!nowShown && now < gap.start) {
          rows.push({ kind: 'now' });
          nowShown = true;
        }
        const holdsNow = !nowShown && now < gap.end;
        const nowAt = holdsNow ? minutesBetween(gap.start, now) / minutes : null;
        if (holdsNow) nowShown = true;
        rows.push({ kind: 'gap', key: gap.start, end: gap.end, minutes, nowAt });
      }
    }
    if (!nowShown && now < start) {
      rows.push({ kind: 'now' });
      nowShown = true;
    }
    if (!nowShown && start <= now && now < end && isOn(session)) nowShown = true;
    rows.push({ kind: 'session', session, when: whenOf(session, { now, isToday, nextId }) });
    if (isOn(session) && (busyUntil === null || end > busyUntil)) busyUntil = end;
  }
  if (!nowShown && sessions.length > 0) rows.push({ kind: 'now' });
  return rows;
}

/** What of a time nothing blocks. */
function freeBetween(time: Interval, blocked: readonly Interval[]): readonly Interval[] {
  return blocked.reduce<readonly Interval[]>(
    (free, block) =>
      free.flatMap(({ start, end }) =>
        block.end <= start || end <= block.start
          ? [{ start, end }]
          : [
              ...(start < block.start ? [{ start, end: block.start }] : []),
              ...(block.end < end ? [{ start: block.end, end }] : []),
            ],
      ),
    [time],
  );
}

function isOn(session: Session): boolean {
  return !statusFlags(session.body.status).cancelled;
}

function whenOf(
  session: Session,
  at: { readonly now: string; readonly isToday: boolean; readonly nextId: string | undefined },
): 'past' | 'now' | 'next' | 'later' {
  const { start, end } = session.body;
  if (at.isToday && session.id === at.nextId) return start <= at.now ? 'now' : 'next';
  return end <= at.now ? 'past' : 'later';
}

/** A gap's height: grows with its length, but an empty afternoon does not fill the screen. */
export function gapHeightPx(minutes: number): number {
  return Math.round(Math.min(96, 22 + minutes * 0.5));
}
