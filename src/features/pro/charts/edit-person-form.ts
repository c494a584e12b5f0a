import * as v from 'valibot';
import { emailLine } from '../../../../sync/collections/values.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { atMost, birthDateProblem, noZip, said, zipProblem } from '../../../forms/field-rules.ts';
import { isPhone, noPhone } from '../../../forms/phone.ts';
import {
  eachFact,
  factNames,
  factWords,
  keptFact,
  typedFact,
  type FactName,
  type Facts,
} from '../../../model/clients/person-facts.ts';
import { wordsOfCountry } from '../../../model/lists/countries.ts';

/** A person as somebody began to change them: what was not changed by then is nobody's to send. */
export type OpenedPerson = {
  readonly facts: Facts;
  readonly timezone: string;
  /** [CH-2] The version of each fact on screen. */
  readonly stamps: Readonly<Record<string, string>>;
};

/** What stands in the form: every fact as it is typed, where the client is, and what it was opened with, which waits with the rest. */
export type EditValues = Record<FactName | 'timezone', string> & { readonly opened: OpenedPerson };

export const editWords: Readonly<Record<keyof EditValues, string>> = {
  ...factWords,
  timezone: 'Time zone',
  opened: '',
};

export function editValues(opened: OpenedPerson): EditValues {
  return { ...eachFact((name) => typedFact(name, opened.facts[name])), timezone: opened.timezone, opened };
}

const missing = errorTexts.invalid_arguments;
const needed = v.pipe(v.string(), v.trim(), v.minLength(1, missing), atMost(100));
const name = v.pipe(v.string(), v.trim(), atMost(100));
const line = v.pipe(v.string(), v.trim(), atMost(300));

/** Every fact may stay as it was, however it was written; what is changed is looked at. */
export function editSchema(opened: OpenedPerson, today: string) {
  const before = editValues(opened);
  const phone = (of: FactName) =>
    v.pipe(
      line,
      v.check((text) => text === before[of] || text === '' || isPhone(text), noPhone),
    );
  const fields = v.object({
    ...eachFact(() => line),
    first_name: needed,
    last_name: needed,
    preferred_first_name: name,
    pronouns: name,
    dob: v.pipe(
      v.string(),
      v.trim(),
      said((text) => (text === before.dob || text === '' ? null : birthDateProblem(text, today))),
    ),
    phone_number: phone('phone_number'),
    emergency_contact_phone: phone('emergency_contact_phone'),
    guardian_phone: phone('guardian_phone'),
    email: v.pipe(
      v.string(),
      v.trim(),
      v.check((text) => text === before.email || text === '' || v.is(emailLine, text), 'Please enter a valid email'),
    ),
    timezone: v.string(),
    opened: v.custom<OpenedPerson>((value) => typeof value === 'object' && value !== null),
  });
  const isAsBefore = ({ country, home_zipcode: zip }: Pick<EditValues, 'country' | 'home_zipcode'>): boolean =>
    zip === '' || (zip === before.home_zipcode && country === before.country);
  return v.pipe(
    fields,
    v.forward(
      v.partialCheck(
        [['country'], ['home_zipcode']],
        // Where no country is said, its words are those of the United States.
        (said) =>
          isAsBefore(said) || wordsOfCountry(said.country).code !== 'US' || zipProblem(said.home_zipcode) === null,
        noZip,
      ),
      ['home_zipcode'],
    ),
  );
}

/** What somebody has changed, as it is sent; nothing of what they left. */
export interface PersonChange {
  readonly facts: Partial<Record<FactName, string>>;
  readonly timezone?: string;
  readonly base: Readonly<Record<string, string>>;
}

/** Only the facts that say something else than when they were opened, each with the version that was `seen` since. */
export function changeOf(values: EditValues, seen: Readonly<Record<string, string>> | null = null): PersonChange {
  const { opened } = values;
  const changed = factNames.filter((fact) => keptFact(fact, values[fact]) !== opened.facts[fact].trim());
  return {
    facts: Object.fromEntries(changed.map((fact) => [fact, keptFact(fact, values[fact])])),
    ...(values.timezone === opened.timezone ? {} : { timezone: values.timezone }),
    base: Object.fromEntries(
      [...changed, ...(values.timezone === opened.timezone ? [] : ['timezone'])].map((name) => [
        name,
        (seen ?? opened.stamps)[name] ?? '',
      ]),
    ),
  };
}

/** A fact that says something else by now than it did when its form was opened, or than what was written. */
export interface StandingFact {
  readonly name: FactName;
  readonly now: string;
  readonly written: string;
}

/**
 * Of the facts that somebody changes, those that another device has changed meanwhile: what stands there now, beside what was written.
 * Where nobody knows what was on screen `before`, all that differ.
 */
export function standingFacts(change: PersonChange, before: Facts | null, now: Facts): readonly StandingFact[] {
  return factNames.flatMap((name) => {
    const written = change.facts[name];
    if (written === undefined || now[name] === before?.[name] || now[name] === written) return [];
    return [{ name, now: now[name], written }];
  });
}
