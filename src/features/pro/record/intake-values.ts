import * as v from 'valibot';
import { latestBirthDate } from '../../../../sync/collections/member-profile.ts';
import { heardAbout, youngestProfessional } from '../../../../sync/collections/professional-record.ts';
import { asksForDoctorate, isDoctoral, nameSchemas } from '../../../../sync/domain/display-name.ts';
import { isNpi } from '../../../../sync/domain/npi.ts';
import { isSpecialtyOf, providerTypes } from '../../../../sync/domain/provider-types.ts';
import { usStates } from '../../../../sync/domain/us-states.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { atMost, birthDateProblem, phoneField, said, zipProblem } from '../../../forms/field-rules.ts';
import { fromDateText } from '../../../forms/mask.ts';

const missing = errorTexts.invalid_arguments;
const needed = v.pipe(v.string(), v.trim(), v.minLength(1, missing), atMost(100));
const line = v.pipe(v.string(), v.trim(), atMost(300));
const neededLine = v.pipe(v.string(), v.trim(), v.minLength(1, missing), atMost(300));
const zip = v.pipe(
  v.string(),
  v.trim(),
  said((text) => (text === '' ? missing : zipProblem(text))),
);
/** One of a list; what a form holds before anything is chosen is any text. */
const oneOf = <const List extends readonly string[]>(list: List) => v.pipe(v.string(), v.picklist(list, missing));
const state = oneOf(usStates);

/** [S-285, S-294, S-295] Who she is; a birth date as it is typed, month first. */
export function aboutSchema(today: string) {
  const fields = v.object({
    first_name: needed,
    last_name: needed,
    preferred_first_name: v.pipe(v.string(), v.trim(), atMost(100)),
    medical_degree: v.string(),
    name_schema: oneOf(nameSchemas),
    dob: v.pipe(
      v.string(),
      said((text) => birthDateProblem(text, today) ?? tooYoung(text, today)),
    ),
  });
  return v.pipe(
    fields,
    v.forward(
      v.partialCheck(
        [['name_schema'], ['medical_degree']],
        ({ name_schema, medical_degree }) => !asksForDoctorate(name_schema) || isDoctoral(medical_degree),
        'This format is for a doctoral degree: please choose yours above',
      ),
      ['name_schema'],
    ),
  );
}

function tooYoung(text: string, today: string): string | null {
  const isOldEnough = (fromDateText(text) ?? '') <= latestBirthDate(today, youngestProfessional);
  return isOldEnough ? null : `You need to be at least ${youngestProfessional} years old`;
}

export type AboutValues = v.InferInput<ReturnType<typeof aboutSchema>>;
export type AboutSaid = v.InferOutput<ReturnType<typeof aboutSchema>>;

export const aboutWords = {
  first_name: 'Legal First Name',
  last_name: 'Legal Last Name',
  preferred_first_name: 'Preferred First Name',
  medical_degree: 'Degree',
  name_schema: 'Display name format',
  dob: 'Date of birth',
} as const;

const trimmed = v.pipe(v.string(), v.trim());
const npi = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || isNpi(text),
    'This is not a National Provider Identifier: please look at its digits again',
  ),
);

/** What stands in the fields of a supervisor who is said to be there. */
const supervised = v.looseObject({ has_supervision: v.literal(true) });

const supervisorParts = [
  ['supervisor_name', line],
  ['supervisor_npi', npi],
  ['supervisor_phone', phoneField],
  ['supervisor_license_type', line],
  ['supervisor_license_number', line],
] as const;

const practiceFields = v.object({
  type: oneOf(providerTypes),
  specialty: v.string(),
  sub_specialty: v.string(),
  business_entity_name: line,
  license_type: line,
  conferring_entity: state,
  license_number: v.pipe(v.string(), v.trim(), v.minLength(1, missing), atMost(60)),
  expiration_date: v.pipe(
    v.string(),
    v.check((text) => text.trim() === '' || fromDateText(text) !== null, 'Please enter a date as month/day/year'),
  ),
  has_supervision: v.boolean(),
  supervisor_name: trimmed,
  supervisor_npi: trimmed,
  supervisor_phone: trimmed,
  supervisor_license_type: trimmed,
  supervisor_license_number: trimmed,
});
/** [S-286, S-296, S-297, S-301] What she does, and by which licence. Of a supervisor nothing is asked while there is none. */
export const practiceSchema = v.pipe(
  practiceFields,
  v.rawCheck(({ dataset, addIssue }) => {
    // Also where something else is still to be chosen.
    const input = dataset.value;
    if (!v.is(supervised, input)) return;
    for (const [key, schema] of supervisorParts)
      for (const { message } of v.safeParse(schema, input[key]).issues?.slice(0, 1) ?? [])
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
  }),
  v.forward(
    v.partialCheck(
      [['type'], ['specialty']],
      // What was chosen before she was something else is not looked at, and not saved.
      ({ type, specialty }) => type !== 'physician' || isSpecialtyOf(type, { specialty, sub_specialty: '' }),
      missing,
    ),
    ['specialty'],
  ),
);
export type PracticeValues = v.InferInput<typeof practiceFields>;
export type PracticeSaid = v.InferOutput<typeof practiceSchema>;

export const practiceWords = {
  type: 'Professional type',
  specialty: 'Specialty',
  sub_specialty: 'Subspecialty',
  business_entity_name: 'Business name (optional)',
  license_type: 'License type',
  conferring_entity: 'License state',
  license_number: 'License number',
  expiration_date: 'Expiration date',
  has_supervision: 'I work under supervision',
  supervisor_name: 'Supervisor’s name',
  supervisor_npi: 'Supervisor’s NPI',
  supervisor_phone: 'Supervisor’s phone',
  supervisor_license_type: 'Supervisor’s license type',
  supervisor_license_number: 'Supervisor’s license number',
} as const;

/** What is said beside the day on which a license ends: one that is over is taken, and called so. */
export function expiryHint(text: string, today: string): string {
  const isOver = (fromDateText(text) ?? today) < today;
  return isOver ? 'This license has expired.' : 'Optional: month/day/year, if it ends';
}

const mailParts = [
  ['mail_address_line1', neededLine],
  ['mail_city', neededLine],
  ['mail_state', state],
  ['mail_zipcode', zip],
] as const;

/** [S-287, S-299, S-300] Where she works, and where letters go: the same place while that is ticked. */
export const addressSchema = v.pipe(
  v.object({
    office_address_line1: neededLine,
    office_city: neededLine,
    office_state: state,
    office_zipcode: zip,
    is_same: v.boolean(),
    mail_address_line1: v.string(),
    mail_city: v.string(),
    mail_state: v.string(),
    mail_zipcode: v.string(),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.is_same) return;
    const input = dataset.value;
    for (const [key, schema] of mailParts)
      for (const { message } of v.safeParse(schema, input[key]).issues?.slice(0, 1) ?? [])
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
  }),
  v.transform(({ is_same, ...said }) => ({
    ...said,
    mail_address_line1: is_same ? said.office_address_line1 : said.mail_address_line1.trim(),
    mail_city: is_same ? said.office_city : said.mail_city.trim(),
    mail_state: is_same ? said.office_state : v.parse(state, said.mail_state),
    mail_zipcode: is_same ? said.office_zipcode : said.mail_zipcode.trim(),
  })),
);
export type AddressValues = v.InferInput<typeof addressSchema>;
export type AddressSaid = v.InferOutput<typeof addressSchema>;

export const addressWords = {
  office_address_line1: 'Street',
  office_city: 'City',
  office_state: 'State',
  office_zipcode: 'Zip',
  is_same: 'Same as Business Address',
  mail_address_line1: 'Street',
  mail_city: 'City',
  mail_state: 'State',
  mail_zipcode: 'Zip',
} as const;

/** [S-288, S-298] */
export const phoneSchema = v.object({ phone_number: phoneField });
export type PhoneValues = v.InferInput<typeof phoneSchema>;
export const phoneWords = { phone_number: 'Phone (optional)' } as const;

const ticked = v.pipe(v.boolean(), v.literal(true, missing));

/** [S-289 to S-293, S-329] */
export const finishSchema = v.object({
  heard_about_orchid_via: oneOf(heardAbout),
  agreed_to_terms_of_use: ticked,
  agreed_to_independent_contractor_terms: ticked,
  confirmed_have_social_security_number: ticked,
  confirmed_allowed_to_work_in_usa: ticked,
  confirmed_is_over_eighteen: ticked,
});
export type FinishValues = v.InferInput<typeof finishSchema>;
export type FinishSaid = v.InferOutput<typeof finishSchema>;

export const finishWords = {
  heard_about_orchid_via: 'How did you hear about Orchid?',
  agreed_to_terms_of_use: 'Terms of use',
  agreed_to_independent_contractor_terms: 'Independent contractor terms',
  confirmed_have_social_security_number: 'Social Security number',
  confirmed_allowed_to_work_in_usa: 'Work authorization',
  confirmed_is_over_eighteen: 'Age',
} as const;
