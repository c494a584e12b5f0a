import { endOf, type Appointment } from '../../../sync/collections/appointment.ts';
import type { SessionWish } from '../../../sync/collections/session-wish.ts';
import { practiceTime } from './practice-time.ts';

/** The times that were asked for by the practice's clock, with their dates; none where the member's own shows the same. */
export function wishedPractice(
  times: SessionWish['times'],
  { minutes, zone }: Pick<Appointment, 'minutes' | 'zone'>,
  own: string,
  now: string,
): readonly string[] {
  return times.flatMap(({ start }) => practiceTime({ start, end: endOf(start, minutes), zone }, own, now) ?? []);
}
