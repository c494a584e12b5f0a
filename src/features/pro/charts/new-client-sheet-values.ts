import * as v from 'valibot';
import type { AskedName } from '../../../../sync/collections/client-info.ts';
import { emailLine } from '../../../../sync/collections/values.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { atMost, birthDateProblem, phoneField, said, zipProblem } from '../../../forms/field-rules.ts';
import { fromDateText } from '../../../forms/mask.ts';
import type { ArgsOf } from '../../../lib/model.ts';
import { factWords } from '../../../model/clients/person-facts.ts';

const missing = errorTexts.invalid_arguments;
const name = v.pipe(v.string(), v.trim(), v.minLength(1, missing), atMost(100));
const maybeName = v.pipe(v.string(), v.trim(), atMost(100));
const line = v.pipe(v.string(), v.trim(), atMost(300));

/** Everything that the form for a new client can ask; what is not asked stays empty. `today`: the date where it is filled in. */
export const newClientSchema = (today: string) =>
  v.pipe(
    v.object({
      first_name: name,
      last_name: name,
      preferred_first_name: maybeName,
      pronouns: line,
      dob: v.pipe(
        v.string(),
        v.trim(),
        said((text) => (text === '' ? null : birthDateProblem(text, today))),
      ),
      phone_number: phoneField,
      email: v.pipe(
        v.string(),
        v.trim(),
        v.check((text) => text === '' || v.is(emailLine, text), 'Please enter a valid email'),
      ),
      home_address_line1: line,
      home_city: line,
      home_state: v.string(),
      home_zipcode: v.pipe(
        v.string(),
        v.trim(),
        said((text) => (text === '' ? null : zipProblem(text))),
      ),
      emergency_contact_name: line,
      emergency_contact_relationship: line,
      emergency_contact_phone: phoneField,
      guardian_name: line,
      guardian_relationship: line,
      guardian_phone: phoneField,
      insurance_provider: line,
      insurance_group_id: line,
      insurance_member_id: line,
      is_couple: v.boolean(),
      other_first_name: maybeName,
      other_last_name: maybeName,
    }),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || !dataset.value.is_couple) return;
      const input = dataset.value;
      for (const key of ['other_first_name', 'other_last_name'] as const)
        if (input[key] === '')
          addIssue({ message: missing, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
    }),
  );
export type NewClientValues = v.InferInput<ReturnType<typeof newClientSchema>>;
export type NewClientSaid = v.InferOutput<ReturnType<typeof newClientSchema>>;

const { country: _country, ...askedWords } = factWords;

/** What each field is called. */
export const newClientWords: Readonly<Record<keyof NewClientValues, string>> = {
  ...askedWords,
  is_couple: 'Two people',
  other_first_name: 'Legal First Name of the other',
  other_last_name: 'Legal Last Name of the other',
};

export const nothingTyped: NewClientValues = {
  first_name: '',
  last_name: '',
  preferred_first_name: '',
  pronouns: '',
  dob: '',
  phone_number: '',
  email: '',
  home_address_line1: '',
  home_city: '',
  home_state: '',
  home_zipcode: '',
  emergency_contact_name: '',
  emergency_contact_relationship: '',
  emergency_contact_phone: '',
  guardian_name: '',
  guardian_relationship: '',
  guardian_phone: '',
  insurance_provider: '',
  insurance_group_id: '',
  insurance_member_id: '',
  is_couple: false,
  other_first_name: '',
  other_last_name: '',
};

/** The fields of each thing that can be asked. */
const fieldsOf = {
  preferred_first_name: ['preferred_first_name'],
  pronouns: ['pronouns'],
  dob: ['dob'],
  phone_number: ['phone_number'],
  email: ['email'],
  address: ['home_address_line1', 'home_city', 'home_state', 'home_zipcode'],
  emergency_contact: ['emergency_contact_name', 'emergency_contact_relationship', 'emergency_contact_phone'],
  insurance: ['insurance_provider', 'insurance_group_id', 'insurance_member_id'],
} as const satisfies Readonly<Record<AskedName, readonly (keyof NewClientValues)[]>>;
const groups = Object.entries(fieldsOf) as readonly (readonly [AskedName, readonly (keyof NewClientValues)[]])[];

/** What somebody has answered already: where it is asked no more, it is not dropped unseen. */
export function answered(values: NewClientValues): readonly AskedName[] {
  return groups.flatMap(([asked, fields]) => (fields.some((field) => values[field] !== '') ? [asked] : []));
}

/** Of a minor: who decides with them. */
const guardianFields: readonly (keyof NewClientValues)[] = ['guardian_name', 'guardian_relationship', 'guardian_phone'];

type NewPerson = ArgsOf<'chart.create'>['people'][number];

/** The one or two who come, as they are sent: what nothing was said of is left out. */
export function peopleOf(said: NewClientSaid): NewPerson[] {
  const { first_name, last_name } = said;
  const facts = groups
    .flatMap(([, fields]) => fields)
    .concat(guardianFields)
    .flatMap((field) => {
      const value = field === 'dob' ? (fromDateText(said.dob) ?? '') : said[field];
      return value === '' ? [] : [[field, value] as const];
    });
  return [
    { first_name, last_name, ...Object.fromEntries(facts) },
    ...(said.is_couple ? [{ first_name: said.other_first_name, last_name: said.other_last_name }] : []),
  ];
}
