import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import { nameSchemas } from '../domain/display-name.ts';
import { usStates } from '../domain/us-states.ts';
import { classes, idOfScope } from './classes.ts';
import { dateSchema, instantSchema, lineSchema, seenName } from './values.ts';

/** [S-182] */
export const heardAbout = ['Invite by Family/Friends', 'Social Media', 'Search Engine', 'AMHC'] as const;
/** [S-294, S-432] */
export const youngestProfessional = 18;

const state = v.optional(v.picklist(['', ...usStates]));
const zipcode = v.optional(v.pipe(v.string(), v.maxLength(20)));

/** [S-160 to S-164] What a professional says of herself, beside the name in her account. */
export const professionalFacts = {
  legal_first_name: v.optional(lineSchema),
  /** As long as a name beside it may be, so that what is made of them fits where it is shown. */
  preferred_first_name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100), v.regex(seenName))),
  /** [C-323] What she holds beside her licences. */
  certifications: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100), v.regex(seenName))), v.maxLength(20)),
  ),
  /** Behind her name, where she has one. */
  medical_degree: v.optional(v.pipe(v.string(), v.maxLength(30))),
  name_schema: v.optional(v.picklist(['', ...nameSchemas])),
  dob: v.optional(v.union([v.literal(''), dateSchema])),
  /** [S-298] Ten digits, without the mask. */
  phone_number: v.optional(v.pipe(v.string(), v.regex(/^(\d{10})?$/))),
  business_entity_name: v.optional(lineSchema),
  office_address_line1: v.optional(lineSchema),
  office_city: v.optional(lineSchema),
  office_state: state,
  office_zipcode: zipcode,
  mail_address_line1: v.optional(lineSchema),
  mail_city: v.optional(lineSchema),
  mail_state: state,
  mail_zipcode: zipcode,
  heard_about_orchid_via: v.optional(v.picklist(['', ...heardAbout])),
  signature_legal_first_name: v.optional(lineSchema),
  signature_legal_last_name: v.optional(lineSchema),
};

/** [D-37] What somebody confirms by a tick: no number is asked for with any of them. */
export const confirmations = [
  'agreed_to_terms_of_use',
  'agreed_to_independent_contractor_terms',
  'confirmed_have_social_security_number',
  'confirmed_allowed_to_work_in_usa',
  'confirmed_is_over_eighteen',
] as const;
export type Confirmation = (typeof confirmations)[number];

/** The version of the sentences and texts that are confirmed now. */
export const confirmedVersion = '2026-11-25';

const confirmed = v.object({ version: v.pipe(v.string(), v.maxLength(20)), at: instantSchema });

/**
 * What a professional says of herself: read by her alone. Colleagues know her by `professional`. Made with the account of who registers;
 * has its id.
 */
export const professionalRecord = defineCollection({
  name: 'professional_record',
  shape: 1,
  body: v.object({
    ...professionalFacts,
    /** What was confirmed: which version, and when. */
    confirmed: v.object({
      agreed_to_terms_of_use: v.optional(confirmed),
      agreed_to_independent_contractor_terms: v.optional(confirmed),
      confirmed_have_social_security_number: v.optional(confirmed),
      confirmed_allowed_to_work_in_usa: v.optional(confirmed),
      confirmed_is_over_eighteen: v.optional(confirmed),
    }),
    signup_form_finished: v.boolean(),
    modify_datetime: instantSchema,
  }),
  readers: { self: [classes.own] },
  indexes: {},
  at: () => '',
  livesIn: ['account'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: true,
});
export type ProfessionalRecord = v.InferOutput<typeof professionalRecord.body>;
export type ProfessionalFacts = Omit<ProfessionalRecord, 'confirmed' | 'signup_form_finished' | 'modify_datetime'>;

/** [S-285, S-287, S-289, S-295] Without these quick intake is not finished. */
export const requiredOfProfessional = [
  'name_schema',
  'dob',
  'office_address_line1',
  'office_city',
  'office_state',
  'office_zipcode',
  'mail_address_line1',
  'mail_city',
  'mail_state',
  'mail_zipcode',
  'heard_about_orchid_via',
] as const satisfies readonly (keyof ProfessionalFacts)[];
