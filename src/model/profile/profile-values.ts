import * as v from 'valibot';
import {
  homeCountries,
  latestBirthDate,
  longestBiography,
  youngestYears,
  type MemberFacts,
  type MemberProfile,
} from '../../../sync/collections/member-profile.ts';
import { errorTexts } from '../../../sync/protocol/error-codes.ts';
import { applyMask, fromDateText, maskPattern, phoneMask, toDateText } from '../../forms/mask.ts';

const missing = errorTexts.invalid_arguments;
const needed = v.pipe(v.string(), v.trim(), v.minLength(1, missing), v.maxLength(100, missing));
const line = v.pipe(v.string(), v.trim(), v.maxLength(300, missing));

/** The words of every field that a profile has. */
export const profileWords = {
  first_name: 'Legal First Name',
  last_name: 'Legal Last Name',
  dob: 'Date of birth',
  gender: 'Gender',
  sex: 'Sex',
  phone_number: 'Phone',
  home_address_line1: 'Address',
  country: 'Country',
  home_state: 'State',
  home_city: 'City',
  home_zipcode: 'Zip',
} as const;

/** [C-473, C-474, C-475] What somebody must say to finish signing up; a birth date as it is typed, month first. */
export function personalSchema(today: string) {
  return v.object({
    first_name: needed,
    last_name: needed,
    dob: v.pipe(
      v.string(),
      v.check((text) => fromDateText(text) !== null, 'Please enter a date as month/day/year'),
      v.check(
        (text) => (fromDateText(text) ?? '') <= latestBirthDate(today, youngestYears),
        `You need to be at least ${youngestYears} years old`,
      ),
    ),
    gender: v.string(),
    sex: v.string(),
    phone_number: v.pipe(
      v.string(),
      v.check((text) => text.trim() === '' || maskPattern(phoneMask).test(text.trim()), missing),
    ),
    home_address_line1: needed,
    country: v.picklist(homeCountries),
    home_state: needed,
    home_city: needed,
    home_zipcode: v.pipe(v.string(), v.trim(), v.minLength(1, missing), v.maxLength(20, missing)),
  });
}
export type PersonalValues = v.InferOutput<ReturnType<typeof personalSchema>>;

/** [C-316] */
export const insuranceSchema = v.object({
  insurance_provider: line,
  insurance_group_id: line,
  insurance_member_id: line,
});
export type InsuranceValues = v.InferOutput<typeof insuranceSchema>;

export const insuranceWords = {
  insurance_provider: 'Insurance provider',
  insurance_group_id: 'Group ID',
  insurance_member_id: 'Member ID',
} as const;

/** [C-317] */
export const biographySchema = v.object({
  biography: v.pipe(v.string(), v.maxLength(longestBiography, `At most ${longestBiography} characters`)),
});

interface Known {
  readonly name: { readonly first_name: string; readonly last_name: string };
  readonly profile: MemberProfile | undefined;
}

/** [C-476] As a form shows what is known; the country is the United States where nothing is said. */
export function personalValues({ name, profile }: Known): PersonalValues {
  return {
    first_name: name.first_name,
    last_name: name.last_name,
    dob: toDateText(profile?.dob ?? ''),
    gender: profile?.gender ?? '',
    sex: profile?.sex ?? '',
    phone_number: applyMask(profile?.phone_number ?? '', phoneMask),
    home_address_line1: profile?.home_address_line1 ?? '',
    country: profile?.country ?? 'US',
    home_state: profile?.home_state ?? '',
    home_city: profile?.home_city ?? '',
    home_zipcode: profile?.home_zipcode ?? '',
  };
}

export function insuranceValues({ profile }: Known): InsuranceValues {
  return {
    insurance_provider: profile?.insurance_provider ?? '',
    insurance_group_id: profile?.insurance_group_id ?? '',
    insurance_member_id: profile?.insurance_member_id ?? '',
  };
}

/** What a form says, as it is saved. The form's own lists hold the choices; anything else is the mutator's to refuse. */
export function toFacts(values: PersonalValues): MemberFacts {
  const { dob, phone_number, gender, sex, ...rest } = values;
  return {
    ...rest,
    dob: fromDateText(dob) ?? '',
    phone_number: phone_number.replaceAll(/\D/g, ''),
    ...(isGender(gender) ? { gender } : {}),
    ...(isSex(sex) ? { sex } : {}),
  };
}

type Gender = NonNullable<MemberFacts['gender']>;
type Sex = NonNullable<MemberFacts['sex']>;
const isGender = (text: string): text is Gender =>
  ['', 'Male', 'Female', 'Non-binary', 'Transgender', 'Prefer not to say'].includes(text);
const isSex = (text: string): text is Sex => ['', 'Male', 'Female'].includes(text);
