import * as v from 'valibot';
import { defineCollection, defineMutator, type Who } from '../core/define.ts';
import { isDate } from '../core/instant.ts';
import { account } from './account.ts';
import { accountScope, classes, idOfScope } from './classes.ts';
import { saidAnew, saidIn, tellingWrites, toldLoads } from './person-proposal.ts';
import { dateSchema, instantSchema, lineSchema } from './values.ts';

/** [C-312] */
export const genders = ['Male', 'Female', 'Non-binary', 'Transgender', 'Prefer not to say'] as const;
/** [C-314] */
export const sexes = ['Male', 'Female'] as const;
/** [C-477] */
export const homeCountries = ['US', 'CA', 'CO'] as const;
/** [C-317] */
export const longestBiography = 1024;
/** [C-475] */
export const youngestYears = 13;

const facts = {
  dob: v.optional(v.union([dateSchema, v.literal('')])),
  gender: v.optional(v.picklist(['', ...genders])),
  sex: v.optional(v.picklist(['', ...sexes])),
  /** [C-315] Ten digits, without the mask. */
  phone_number: v.optional(v.pipe(v.string(), v.regex(/^(\d{10})?$/))),
  insurance_provider: v.optional(lineSchema),
  insurance_group_id: v.optional(lineSchema),
  insurance_member_id: v.optional(lineSchema),
  biography: v.optional(v.pipe(v.string(), v.maxLength(longestBiography))),
  home_address_line1: v.optional(lineSchema),
  country: v.optional(v.picklist(homeCountries)),
  home_state: v.optional(v.pipe(v.string(), v.regex(/^([A-Z]{2,3})?$/))),
  home_city: v.optional(lineSchema),
  home_zipcode: v.optional(v.pipe(v.string(), v.maxLength(20))),
} as const;

/**
 * What a member says of themselves, beside the name in their account: read by them alone. Practices keep their own card. Made with
 * the account of who registers; has its id.
 */
export const memberProfile = defineCollection({
  name: 'member_profile',
  shape: 1,
  body: v.object({
    ...facts,
    signup_form_finished: v.boolean(),
    /** Came by an invite: what was invited to comes first. */
    invited: v.optional(v.boolean()),
    modify_datetime: instantSchema,
  }),
  readers: { self: [classes.own] },
  indexes: {},
  at: () => '',
  livesIn: ['account'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: true,
});
export type MemberProfile = v.InferOutput<typeof memberProfile.body>;

/** What a change names; the rest stays as it is. */
export const memberFacts = v.object({
  first_name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  last_name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  ...facts,
});
export type MemberFacts = v.InferOutput<typeof memberFacts>;

/** [C-473, C-474] Without these nobody has finished signing up. */
export const requiredFacts = [
  'dob',
  'home_address_line1',
  'home_city',
  'home_zipcode',
  'country',
  'home_state',
] as const;

/** Whoever is signed in, about their own account alone. */
const oneself: Who<MemberFacts> = { roles: null, load: () => [], may: () => true };

/** [C-475] The latest birth date that is old enough on this day. */
export function latestBirthDate(today: string, years: number): string {
  const date = `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4, 10)}`;
  // Who was born on a 29 February is a year older on 1 March.
  return date.endsWith('-02-29') ? `${date.slice(0, 4)}-02-28` : date;
}

/** Whether somebody was born on such a day: one of the calendar, and no later than this (a date or an instant). `''`: nobody has said. */
export function isBirthDate(dob: string, latest: string): boolean {
  return dob === '' || (isDate(dob) && dob <= latest);
}

/**
 * Says something of oneself: name, birth, address, insurance. Signing up, which begins unfinished with the account, is finished once
 * everything that is required stands there, and stays so.
 */
export const saveMemberProfile = defineMutator({
  name: 'member_profile.save',
  args: memberFacts,
  who: oneself,
  load: (_args, _facts, actor) => [
    { kind: 'get', collection: 'account', id: actor.sub },
    { kind: 'get', collection: 'member_profile', id: actor.sub },
  ],
  run: ({ facts: found, args, ctx, actor, receivedAt }) => {
    const own = found.find(account, actor.sub);
    if (own?.body.user_type !== 'member') return { reject: 'not_found' };
    const { first_name, last_name, ...rest } = args;
    if (!isBirthDate(rest.dob ?? '', latestBirthDate(receivedAt ?? ctx.now, youngestYears)))
      return { reject: 'invalid_arguments' };
    const before = found.find(memberProfile, actor.sub)?.body;
    const scope = accountScope(actor.sub);
    const names = { first_name: first_name ?? own.body.first_name, last_name: last_name ?? own.body.last_name };
    const next = { ...before, ...rest };
    const isWhole = requiredFacts.every((name) => (next[name] ?? '') !== '') && names.last_name !== '';
    const profile: MemberProfile = {
      ...next,
      // Who was there before there was such a profile has finished.
      signup_form_finished: (before?.signup_form_finished ?? true) || isWhole,
      modify_datetime: ctx.now,
    };
    const isRenamed = names.first_name !== own.body.first_name || names.last_name !== own.body.last_name;
    const renamed = {
      ...own.body,
      ...names,
      display_name: `${names.first_name} ${names.last_name}`.trim(),
      modify_datetime: ctx.now,
    };
    return [
      {
        collection: 'member_profile',
        id: actor.sub,
        scope,
        cls: classes.own,
        body: profile,
        fields: Object.keys(rest),
      },
      ...(isRenamed
        ? [
            {
              collection: 'account',
              id: actor.sub,
              scope,
              cls: classes.own,
              body: renamed,
              fields: ['first_name', 'last_name'],
            },
          ]
        : []),
    ];
  },
  // [PP-1] Their practices keep a card of their own: what differs there reaches them as something told.
  follow: {
    load: (_args, known, actor) => toldLoads(actor.sub, known),
    run: ({ facts: known, args, ctx, actor }) => {
      const own = known.find(account, actor.sub)?.body;
      const names = { first_name: own?.first_name, last_name: own?.last_name };
      const after = saidIn({ ...known.find(memberProfile, actor.sub)?.body, ...names, ...args });
      return tellingWrites(known, actor.sub, saidAnew(args, after), ctx.now);
    },
  },
});
