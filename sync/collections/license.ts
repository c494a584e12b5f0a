import * as v from 'valibot';
import { defineCollection } from '../core/define.ts';
import { indexKey, prefixRange } from '../core/index-key.ts';
import { isNpi } from '../domain/npi.ts';
import { usStates } from '../domain/us-states.ts';
import { accountScope, classes } from './classes.ts';
import { dateSchema, idSchema, instantSchema, lineSchema } from './values.ts';

const empty = v.literal('');

/** [S-170] Under whom somebody practises who may not do so alone yet. */
const supervision = v.object({
  has_supervision: v.boolean(),
  name: v.optional(lineSchema, ''),
  npi: v.optional(v.union([empty, v.pipe(v.string(), v.check(isNpi, 'not a provider identifier'))]), ''),
  phone: v.optional(v.pipe(v.string(), v.regex(/^(\d{10})?$/)), ''),
  license_type: v.optional(lineSchema, ''),
  license_number: v.optional(lineSchema, ''),
});

/** [S-168, S-169] A licence, as its owner says it; nothing is known of its end before she says so. */
export const licenseFacts = v.object({
  type: v.optional(lineSchema, ''),
  /** The state that gave it. */
  conferring_entity: v.picklist(usStates),
  license_number: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  expiration_date: v.optional(v.union([empty, dateSchema]), ''),
  orchid_pro_type_id: v.optional(v.union([empty, idSchema]), ''),
  supervision: v.optional(supervision, { has_supervision: false }),
});

/** Licences of a professional: read by herself. */
export const license = defineCollection({
  name: 'license',
  shape: 1,
  body: v.object({ ...licenseFacts.entries, modify_datetime: instantSchema }),
  readers: { self: [classes.own] },
  indexes: { account: ({ scope, id }) => [indexKey(scope, id)] },
  at: () => '',
  livesIn: ['account'],
  clinical: true,
});

/** Every licence of an account. */
export function licensesLoad(sub: string) {
  return { kind: 'range', collection: 'license', index: 'account', ...prefixRange(accountScope(sub)) } as const;
}
