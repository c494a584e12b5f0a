import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { usStates } from '../domain/us-states.ts';
import { classes } from './classes.ts';
import { idSchema, instantSchema, lineSchema } from './values.ts';

/** Of a code that billing papers carry. */
const codeSchema = v.pipe(v.string(), v.trim(), v.maxLength(10));

/** [S-173 to S-177] Where sessions are held. Of a code that is not said the usual one holds, and it can be changed. */
export const officeLocationFacts = v.object({
  office_name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  session_location_type: v.picklist(['telehealth', 'in-person']),
  video_link: v.optional(
    v.union([v.literal(''), v.pipe(v.string(), v.url(), v.startsWith('https://'), v.maxLength(500))]),
    '',
  ),
  office_address_line1: v.optional(lineSchema, ''),
  office_address_line2: v.optional(lineSchema, ''),
  office_city: v.optional(lineSchema, ''),
  office_state: v.optional(v.picklist(['', ...usStates]), ''),
  office_zipcode: v.optional(v.pipe(v.string(), v.maxLength(20)), ''),
  telehealth_pos_code: v.optional(codeSchema, ''),
  telehealth_modifier: v.optional(codeSchema, ''),
  in_person_pos_code: v.optional(codeSchema, ''),
  in_person_modifier: v.optional(codeSchema, ''),
  show_address_to_public: v.optional(v.boolean(), false),
  is_default: v.optional(v.boolean(), false),
});
export type OfficeLocationFacts = v.InferOutput<typeof officeLocationFacts>;

/** Where a professional of a practice holds sessions. */
export const officeLocation = defineCollection({
  name: 'office_location',
  shape: 1,
  body: v.object({
    ...officeLocationFacts.entries,
    /** Whose it is: she alone changes it. */
    orchid_pro_user_id: idSchema,
    modify_datetime: instantSchema,
  }),
  readers: {
    owner: [classes.colleagues],
    professional: [classes.colleagues],
    scheduler: [classes.colleagues],
    biller: [classes.colleagues],
  },
  indexes: { practice: ({ scope, id }) => [indexKey(scope, id)] },
  at: () => '',
  livesIn: ['practice'],
  clinical: true,
  // [CA-13] Nobody who is yet to come is sent to an address of before.
  jobs: ({ id, body }, before) =>
    before && shownFacts.some((name) => before.body[name] !== body[name])
      ? { plan: [{ kind: 'carry-office', key: `carry-office.${id}`, payload: { office: id } }] }
      : {},
});

/** What of an office sessions carry along. */
const shownFacts = [
  'office_name',
  'session_location_type',
  'office_address_line1',
  'office_address_line2',
  'office_city',
  'office_state',
  'office_zipcode',
] as const;
