import * as v from 'valibot';
import { fromDateText } from './mask.ts';
import { noPhone, phoneDigits, phoneText } from './phone.ts';

/** What is wrong with a text in the words of its field, or null. */
type ProblemOf = (text: string) => string | null;

/** A rule that says by itself what is wrong. */
export function said(problemOf: ProblemOf) {
  return v.rawCheck<string>(({ dataset, addIssue }) => {
    const problem = dataset.typed ? problemOf(dataset.value) : null;
    if (problem !== null) addIssue({ message: problem });
  });
}

/** So long a text may be, and the field says it. */
export function atMost(most: number) {
  return v.maxLength<string, number, string>(most, `At most ${most} characters`);
}

/** A birth date as it is typed: a day since 1900 that has come. */
export function birthDateProblem(text: string, today: string): string | null {
  const day = fromDateText(text);
  if (day === null) return 'Please enter a date as month/day/year';
  if (day < '1900') return 'Please enter a year from 1900 on';
  return day > today ? 'This day is still to come' : null;
}

/** What a field says to what is no zip. */
export const noZip = 'Please enter a zip of 5 digits, or as 80202-1234';

/** A code of the United States: five digits, or nine. */
export function zipProblem(text: string): string | null {
  return /^\d{5}(-\d{4})?$/.test(text) ? null : noZip;
}

/** [S-298] A North American number or nothing; what else was typed is refused as it stands, and never made another number. */
export const phoneField = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text === '' || phoneDigits(text) !== null, noPhone),
  v.transform(phoneText),
);
