import type { InferOutput } from 'valibot';
import type { chartPerson } from './chart-person.ts';
import type { clientCard } from './client-card.ts';

/** Who may have an account of their own. [D-4] */
const ageOfAccounts = 18;

interface Known {
  readonly person: InferOutput<typeof chartPerson.body>;
  /** Given where the chart is this one person's: then the card is theirs too. */
  readonly card?: InferOutput<typeof clientCard.body> | undefined;
}

/** When a person of a chart was born, as the clinician keeps it; undefined: nobody has written it down. */
export function birthDateOf({ person, card }: Known): string | undefined {
  return person.dob ?? card?.dob;
}

/** Whether somebody born then is too young, on this date, for an account of their own. Who was born on 29 February comes of age on 1 March. */
export function isTooYoung(birthDate: string, today: string): boolean {
  const comesOfAge = `${Number(birthDate.slice(0, 4)) + ageOfAccounts}${birthDate.slice(4)}`;
  return comesOfAge > today;
}
