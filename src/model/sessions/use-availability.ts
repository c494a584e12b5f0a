import { longestOpeningMinutes } from '../../../sync/collections/availability-opening.ts';
import { bookingRulesIdOf, usualRules, type Rules } from '../../../sync/collections/booking-rules.ts';
import { practiceScope } from '../../../sync/collections/classes.ts';
import { longestAwayDays } from '../../../sync/collections/unavailability.ts';
import { betweenRange, prefixRange } from '../../../sync/core/index-key.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import { knowsZone } from '../../../sync/core/wall-clock.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import { useRange, useRecord } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';

export type Period = SeenRecordOf<'availability_period'>;
export type Opening = SeenRecordOf<'availability_opening'>;
export type Away = SeenRecordOf<'unavailability'>;

/** When a clinician can be booked, as this device knows it. */
export interface Availability {
  /** Of every week, by day and hour from Monday on. */
  readonly periods: readonly Period[];
  /** Open once, by start. */
  readonly openings: readonly Opening[];
  /** By first day. */
  readonly away: readonly Away[];
  readonly rules: Rules;
}

interface Days {
  readonly date: string;
  readonly days: number;
  readonly zone: string;
}

/** What a clinician of one's practice has said of so many days of a zone; null until the replica has answered. '' asks of nobody. */
export function useAvailability(clinician: string, { date, days, zone }: Days): Availability | null {
  const { practiceId } = useMe();
  const isAsked = practiceId !== '' && clinician !== '';
  const prefix = [practiceScope(practiceId), clinician] as const;
  const end = addDays(date, days);
  const early = toInstant(Date.parse(startOfDate(date, zone)) - longestOpeningMinutes * 60_000);
  const periods = useRange(
    isAsked ? { collection: 'availability_period', index: 'clinician', ...prefixRange(...prefix) } : null,
  );
  const openings = useRange(
    isAsked
      ? {
          collection: 'availability_opening',
          index: 'clinician_start',
          ...betweenRange(prefix, early, startOfDate(end, zone)),
        }
      : null,
  );
  // Another zone's days lie up to a day beside these.
  const away = useRange(
    isAsked
      ? {
          collection: 'unavailability',
          index: 'clinician_from',
          ...betweenRange(prefix, addDays(date, -longestAwayDays - 1), addDays(end, 1)),
        }
      : null,
  );
  const rules = useRecord('booking_rules', isAsked ? bookingRulesIdOf(clinician) : null);
  if (!isAsked || periods.loading || openings.loading || away.loading || rules.loading) return null;
  return {
    periods: periods.value.toSorted((one, other) => inWeek(one) - inWeek(other) || (one.id < other.id ? -1 : 1)),
    openings: openings.value.filter(({ body }) => body.end > startOfDate(date, zone)),
    away: away.value.filter(({ body }) => body.to_date >= addDays(date, -1)),
    rules: rules.value?.body ?? usualRules,
  };
}

/** The zone in which the days of one's practice pass; one's own until its record is here. */
export function usePracticeZone(): string {
  const { practiceId, zone } = useMe();
  const practice = useRecord('practice', practiceId === '' ? null : practiceId);
  const said = practice.loading ? undefined : practice.value?.body.zone;
  return said !== undefined && knowsZone(said) ? said : zone;
}

/** Minutes from Monday's first midnight. */
function inWeek({ body: { weekday, from } }: Period): number {
  return ((weekday + 6) % 7) * 24 * 60 + from;
}
