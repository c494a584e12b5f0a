import type { AvailabilityPeriod } from '../../sync/collections/availability-period.ts';
import { classes, practiceScope } from '../../sync/collections/classes.ts';
import type { GeneratedAccount, GeneratedRecord } from './practice-types.ts';

/** Monday to Thursday, and a short Friday. */
const week = [
  { weekday: 1, from: 9 * 60, to: 18 * 60 },
  { weekday: 2, from: 9 * 60, to: 18 * 60 },
  { weekday: 3, from: 9 * 60, to: 18 * 60 },
  { weekday: 4, from: 9 * 60, to: 18 * 60 },
  { weekday: 5, from: 9 * 60, to: 14 * 60 },
] as const;

/** When the demo's clinician can be booked. Draws nothing from the seed's stream. */
export function demoHours(
  pro: GeneratedAccount,
  { practiceId, anchor }: { readonly practiceId: string; readonly anchor: string },
): readonly GeneratedRecord[] {
  return week.map((hours) => {
    const body: AvailabilityPeriod = {
      ...hours,
      zone: pro.timezone,
      clinician: pro.sub,
      modify_datetime: anchor,
    };
    return {
      collection: 'availability_period',
      id: `hours.${pro.sub}.${hours.weekday}`,
      scope: practiceScope(practiceId),
      cls: classes.colleagues,
      body: { ...body },
      fields: ['from'],
    };
  });
}
