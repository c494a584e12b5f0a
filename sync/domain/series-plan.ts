/** What is planned of the sessions of a series from one of its dates on. */
export type PlanPart<Facts> = {
  /** The first date of the series, as first planned, for which this holds. */
  readonly from: string;
  /** So many days after the date that was first planned, or before it. */
  readonly days: number;
  /** `HH:MM` by the clock of the zone. */
  readonly time: string;
  readonly zone: string;
  readonly minutes: number;
  readonly facts: Facts;
};

/** When a session of a series is meant to be. */
export interface PlannedTime {
  readonly local_start: string;
  readonly zone: string;
  readonly minutes: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** What holds for the date: the last part that begins with it or before; of dates before all of them, the first. */
export function partAt<Facts>(plan: readonly PlanPart<Facts>[], date: string): PlanPart<Facts> {
  const part = plan.findLast(({ from }) => from <= date) ?? plan[0];
  if (!part) throw new Error('a plan has a part');
  return part;
}

/** When the session first planned for this date is meant to be now. */
export function plannedTimeOf(plan: readonly PlanPart<unknown>[], date: string): PlannedTime {
  const { days, time, zone, minutes } = partAt(plan, date);
  return { local_start: `${dateAfter(date, days)}T${time}`, zone, minutes };
}

/**
 * The plan with something changed from a date on (`null`: everywhere); what was planned before it stays. Parts that say the same as the one
 * before are joined, so that a plan has never more parts than its series has dates.
 */
export function changedPlan<Facts>(
  plan: readonly PlanPart<Facts>[],
  from: string | null,
  change: (part: PlanPart<Facts>) => PlanPart<Facts>,
): readonly PlanPart<Facts>[] {
  const begun =
    from === null || plan.some((part) => part.from === from)
      ? plan
      : [...plan, { ...partAt(plan, from), from }].toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const changed = begun.map((part) => (from === null || part.from >= from ? change(part) : part));
  return changed.filter((part, index) => {
    const before = changed[index - 1];
    return before === undefined || !saysSame(before, part);
  });
}

function saysSame(one: PlanPart<unknown>, other: PlanPart<unknown>): boolean {
  const said = ({ from: _from, ...rest }: PlanPart<unknown>): string => JSON.stringify(sorted(rest));
  return said(one) === said(other);
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, one]) => [name, sorted(one)]);
}

/** A date so many days later; before it where there are fewer than none. */
export function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** How many days the second date is after the first. */
export function daysBetween(first: string, second: string): number {
  return (Date.parse(`${second}T00:00:00.000Z`) - Date.parse(`${first}T00:00:00.000Z`)) / dayMs;
}
