import * as v from 'valibot';
import { indexKey, prefixRange } from '../core/index-key.ts';
import { chartRoles, classes, idOfScope, practiceRoles, practiceScope } from './classes.ts';
import { defineCollection, defineMutator } from './define.ts';
import { dateSchema, idSchema, instantSchema, lineSchema } from './values.ts';

/**
 * Who has which role in a scope. Lives in that scope; the account it names always reads it, revoked or not, so that a
 * device learns of the end of its access. Ending is a field (`ended`), never a deletion.
 */
export const membershipBody = v.object({
  account: idSchema,
  role: v.picklist([...chartRoles, ...practiceRoles, 'partner']),
  /** Name shown in "who has access", as it was when access was given. */
  account_name: lineSchema,
  from: instantSchema,
  until: v.optional(dateSchema),
  ended: v.optional(instantSchema),
  /** `own` caseload keeps a replica 30 days without contact, `delegated` access 72 hours. */
  access: v.picklist(['own', 'delegated']),
});
export type Membership = v.InferOutput<typeof membershipBody>;

export const membership = defineCollection({
  name: 'membership',
  shape: 1,
  body: membershipBody,
  readers: {
    treating: [classes.access],
    supervisor: [classes.access],
    owner: [classes.access],
    client: [classes.access],
  },
  indexes: {
    account: ({ scope, body }) => [indexKey(body.account, scope)],
    scope: ({ scope, id }) => [indexKey(scope, id)],
  },
  at: () => '',
  clinical: false,
  alwaysReads: (body) => body.account,
});

/** The range of an account's own memberships in a scope; the key of one is account and scope, whole. */
export function membershipsIn(account: string, scope: string) {
  const { to } = prefixRange(account, scope);
  return { collection: 'membership', index: 'account', from: indexKey(account, scope), to } as const;
}

/** The one membership of an account in a scope with a role: a stable id, so that two devices granting at once make one. */
export function membershipId(scope: string, account: string, role: string): string {
  return `m.${idOfScope(scope)}.${account}.${role}`;
}

export const grantAccess = defineMutator({
  name: 'membership.grant',
  args: v.object({
    scope: idSchema,
    account: idSchema,
    account_name: lineSchema,
    role: v.picklist(['treating', 'supervisor']),
  }),
  load: (args) => [
    { kind: 'roles', scope: args.scope },
    { kind: 'get', collection: 'membership', id: membershipId(args.scope, args.account, args.role) },
  ],
  may: ({ facts, args }) => args.scope.startsWith('chart:') && facts.rolesIn(args.scope).includes('treating'),
  run: ({ facts, args, ctx }) => {
    const id = membershipId(args.scope, args.account, args.role);
    const existing = facts.find('membership', id);
    if (existing && !v.parse(membershipBody, existing.body).ended) return { reject: 'already_exists' };
    const body: Membership = {
      account: args.account,
      role: args.role,
      account_name: args.account_name,
      from: ctx.now,
      access: 'delegated',
    };
    return [{ collection: 'membership', id, scope: args.scope, cls: classes.access, body, fields: ['ended'] }];
  },
  guard: {
    load: (args) => [
      { kind: 'get', collection: 'chart', id: idOfScope(args.scope) },
      { kind: 'get', collection: 'professional', id: args.account },
    ],
    // Only a colleague of the chart's practice, under the name that the practice knows: an id can be guessed or wrong.
    check: ({ facts, args }) => {
      const chart = facts.find('chart', idOfScope(args.scope));
      const colleague = facts.find('professional', args.account);
      if (!chart || !colleague) return { reject: 'not_found' };
      const { practice_id: practiceId } = v.parse(v.object({ practice_id: idSchema }), chart.body);
      const { display_name: name } = v.parse(v.object({ display_name: lineSchema }), colleague.body);
      return colleague.scope === practiceScope(practiceId) && name === args.account_name
        ? null
        : { reject: 'not_found' };
    },
  },
});

export const revokeAccess = defineMutator({
  name: 'membership.revoke',
  args: v.object({ membership_id: idSchema, scope: idSchema }),
  load: (args) => [
    { kind: 'roles', scope: args.scope },
    { kind: 'get', collection: 'membership', id: args.membership_id },
    { kind: 'range', collection: 'membership', index: 'scope', ...prefixRange(args.scope) },
  ],
  may: ({ facts, args }) => args.scope.startsWith('chart:') && facts.rolesIn(args.scope).includes('treating'),
  run: ({ facts, args, ctx }) => {
    const record = facts.find('membership', args.membership_id);
    if (!record || record.scope !== args.scope) return { reject: 'not_found' };
    const body = v.parse(membershipBody, record.body);
    if (body.ended) return [];
    const range = prefixRange(args.scope);
    const othersTreating = facts
      .range('membership', 'scope', range.from, range.to)
      .records.filter((other) => other.id !== record.id)
      .map((other) => v.parse(membershipBody, other.body))
      .some((other) => other.role === 'treating' && !other.ended);
    if (body.role === 'treating' && !othersTreating) return { reject: 'last_treating' };
    return [
      {
        collection: 'membership',
        id: record.id,
        scope: record.scope,
        cls: record.cls,
        body: { ...body, ended: ctx.now },
        fields: ['ended'],
      },
    ];
  },
});
