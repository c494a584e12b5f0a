import type { Offer } from '../../../../sync/collections/availability-period-offer.ts';
import { minuteSpan, shortDay, weekdayName } from '../../../lib/time.ts';
import type { HeldLocation } from '../../../model/profile/use-professional.ts';
import type { SessionType } from '../../../model/sessions/use-session-types.ts';

/** The days of a week as they are shown, Monday first; 0 is Sunday. */
export const weekOrder = [1, 2, 3, 4, 5, 6, 0] as const;

/** `Monday`, of a day of the week; 0 is Sunday. */
export function dayWords(weekday: number): string {
  // The first of February 2026 is a Sunday.
  return weekdayName(`2026-02-0${weekday + 1}`);
}

/** `Monday, Tuesday and Friday`, in the order of the week. */
export function daysWords(weekdays: readonly number[]): string {
  const days = weekOrder.filter((day) => weekdays.includes(day)).map(dayWords);
  return [days.slice(0, -1).join(', '), ...days.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** `09:00–17:00` */
export function hoursWords({ from, to }: { readonly from: number; readonly to: number }): string {
  return minuteSpan(from, to);
}

/** `Thu 24 Dec` or `Thu 24 Dec – Sat 2 Jan`. */
export function awayWords(
  { from_date, to_date }: { readonly from_date: string; readonly to_date: string },
  today: string,
): string {
  const first = shortDay(from_date, today);
  return from_date === to_date ? first : `${first} – ${shortDay(to_date, today)}`;
}

interface Known {
  readonly types: readonly SessionType[];
  readonly offices: readonly HeldLocation[];
}

/** What an open time is for, where it is not for all: `Video · Intake, Couple session`; null where it is. */
export function offerWords(offer: Offer, { types, offices }: Known): string | null {
  const office = offices.find(({ id }) => id === offer.office_location_id)?.body.office_name;
  const place =
    offer.place === undefined
      ? null
      : { telehealth: 'Video only', office_location: office ?? 'In person only', outside: 'Elsewhere only' }[
          offer.place
        ];
  const named = types.filter(({ id }) => offer.appointment_type_ids?.includes(id)).map(({ body }) => body.label);
  const unnamed = (offer.appointment_type_ids?.length ?? 0) - named.length;
  const forTypes = [
    ...named,
    ...(unnamed > 0 ? [unnamed === 1 ? 'a type no longer offered' : `${unnamed} types no longer offered`] : []),
  ];
  const parts = [place, forTypes.length > 0 ? forTypes.join(', ') : null].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' · ');
}
