import { practiceSizes } from '../../../server/dev/generate-practice.ts';
import type { PracticeSize } from '../../../server/dev/practice-types.ts';

/** Practices by what the first clinician's device holds of them. */
export const practiceShapes = {
  '1k': {
    clinicians: 1,
    clients: 15,
    monthsBack: 2,
    monthsAhead: 1,
    sessionsPerDay: 6,
    appointments: 300,
    notes: 100,
    assessments: 60,
    messages: 180,
  },
  // Sessions ahead enough for a thousand notes that nobody has begun.
  /** Just enough to be an account: where thousands share a database. */
  handful: {
    clinicians: 1,
    clients: 1,
    monthsBack: 0,
    monthsAhead: 1,
    sessionsPerDay: 1,
    appointments: 10,
    notes: 2,
    assessments: 0,
    messages: 4,
  },
  /** A few months of one desk: where many accounts share a database. */
  desk: {
    clinicians: 1,
    clients: 8,
    monthsBack: 1,
    monthsAhead: 1,
    sessionsPerDay: 6,
    appointments: 150,
    notes: 40,
    assessments: 20,
    messages: 60,
  },
  '10k': {
    clinicians: 1,
    clients: 80,
    monthsBack: 12,
    monthsAhead: 9,
    sessionsPerDay: 6,
    appointments: 2400,
    notes: 1100,
    assessments: 1000,
    messages: 2780,
  },
  /** Six and a half years of a full calendar: thirty sessions in each week. */
  calendar: {
    clinicians: 1,
    clients: 250,
    monthsBack: 60,
    monthsAhead: 20,
    sessionsPerDay: 6,
    appointments: 10_000,
    notes: 6000,
    assessments: 0,
    messages: 0,
  },
  solo5y: practiceSizes.solo5y,
} as const satisfies Record<string, PracticeSize>;

export type PracticeName = keyof typeof practiceShapes;

export function isPracticeName(name: string): name is PracticeName {
  return Object.hasOwn(practiceShapes, name);
}
