import * as v from 'valibot';
import type { Facts } from '../core/facts.ts';
import { indexKey, prefixRange } from '../core/index-key.ts';
import { chartRoles, classes, idOfScope, practiceRoles } from './classes.ts';
import { defineCollection } from '../core/define.ts';
import type { StoredRecord } from '../core/record.ts';
import { dateSchema, idSchema, instantSchema, lineSchema } from './values.ts';

/**
 * Who has which role in a scope. Lives in that scope; the account it names always reads it, revoked or not, so that a
 * device learns of the end of its access. Ending is a field (`ended`), never a deletion.
 */
export const membershipBody = v.object({
  account: idSchema,
  role: v.picklist([...chartRoles, ...practiceRoles, 'partner', 'person']),
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
  shape: 2,
  // The second shape knows one role more.
  upcast: { 1: (body) => body },
  body: membershipBody,
  readers: {
    treating: [classes.access],
    supervisor: [classes.access],
    owner: [classes.access],
    client: [classes.access],
    // Who runs the practice sees who has access to its charts, and nothing of what is in them.
    'practice.owner': [classes.access],
  },
  indexes: {
    account: ({ scope, body }) => [indexKey(body.account, scope)],
    scope: ({ scope, id }) => [indexKey(scope, id)],
  },
  at: () => '',
  livesIn: ['chart', 'person', 'practice', 'talk'],
  fits: ({ id, scope, body }) => !id.startsWith('m.') || id === membershipId(scope, body.account, body.role),
  clinical: false,
  alwaysReads: (body) => body.account,
  grants: {
    index: 'account',
    of: ({ account, role, until, ended, access }) => ({
      account,
      role,
      until,
      hasEnded: ended !== undefined,
      isShared: access === 'delegated',
    }),
  },
  jobs: ({ id, body }) => {
    const key = `end-access.${id}`;
    if (body.ended !== undefined || body.until === undefined) return { drop: [key] };
    // One that is written when its day has passed is ended at once: only a field that says so tells the devices.
    return { plan: [{ kind: 'end-access', key, payload: { membership: id }, when: { afterDate: body.until } }] };
  },
});

/** The range of an account's own memberships in a scope; the key of one is account and scope, whole. */
export function membershipsIn(account: string, scope: string) {
  const { to } = prefixRange(account, scope);
  return { collection: 'membership', index: 'account', from: indexKey(account, scope), to } as const;
}

/** Everybody who has, or had, a role in a scope. */
export function membersLoad(scope: string) {
  return { kind: 'range', collection: 'membership', index: 'scope', ...prefixRange(scope) } as const;
}

/** The same, once `membersLoad` was loaded. */
export function membersOf(facts: Facts, scope: string): readonly StoredRecord<Membership>[] {
  return facts.within(membership, membersLoad(scope));
}

/** What a rule about access looks at. */
export interface Member {
  readonly id: string;
  readonly body: Membership;
}

/** Roles of colleagues: those that ending an access ends. A client's and a guardian's are not among them. */
const colleagueRoles: readonly string[] = ['treating', 'supervisor', 'scheduler', 'biller'];

export function isColleague({ body }: Member): boolean {
  return colleagueRoles.includes(body.role);
}

/** Whether a membership counts no more on this date of the practice: ended, or its last day has passed. */
export function isFormer({ body }: Member, today: string): boolean {
  return body.ended !== undefined || (body.until !== undefined && body.until < today);
}

/** Whether the chart is this account's own: it treats there and was not given that by somebody else. */
export function isOwner(members: readonly Member[], account: string, today: string): boolean {
  return members.some(
    (member) =>
      member.body.account === account &&
      member.body.role === 'treating' &&
      member.body.access === 'own' &&
      !isFormer(member, today),
  );
}

export interface AccessQuestion {
  readonly actor: string;
  /** Whose access it is about. */
  readonly account: string;
  /** The date in the practice's zone. */
  readonly today: string;
}

/** [AC-5] Why somebody who treats cannot end the access of an account to a chart; null where nothing stands against it. */
export function whyNotEnd(
  members: readonly Member[],
  { actor, account, today }: AccessQuestion,
): 'given_access' | 'client_access' | 'last_treating' | null {
  const live = members.filter((member) => isColleague(member) && !isFormer(member, today));
  const theirs = live.filter(({ body }) => body.account === account);
  if (theirs.length === 0) return members.some(({ body }) => body.account === account) ? 'client_access' : null;
  const isGiven = account !== actor && !isOwner(members, actor, today);
  if (isGiven && isOwner(members, account, today)) return 'given_access';
  const treating = theirs.filter(({ body }) => body.role === 'treating');
  if (treating.length === 0) return null;
  const stays = treating.some(({ body }) => body.until === undefined);
  const others = live.filter(({ body }) => body.role === 'treating' && body.account !== account);
  // Who treats until a last day takes nobody's place; but of those one goes after the other.
  const remains = stays ? isTreatedWithout(members, account, today) : others.length > 0;
  return remains ? null : 'last_treating';
}

/** [AC-5] Whether somebody else treats, without a last day. */
export function isTreatedWithout(members: readonly Member[], account: string, today: string): boolean {
  return members.some(
    (member) =>
      member.body.role === 'treating' &&
      member.body.account !== account &&
      member.body.until === undefined &&
      !isFormer(member, today),
  );
}

/** The last day until which somebody may give access; null: no end. Who was given access for a time gives none beyond it. */
export function lastDayToGive(members: readonly Member[], actor: string, today: string): string | null {
  if (isOwner(members, actor, today)) return null;
  return lastDayOf(
    members.filter(
      (member) => member.body.account === actor && member.body.role === 'treating' && !isFormer(member, today),
    ),
  );
}

/** The day after which none of these counts any more; null where one of them has no last day, or there is none. */
export function lastDayOf(members: readonly Member[]): string | null {
  let last = '';
  for (const { body } of members) {
    if (body.until === undefined) return null;
    if (body.until > last) last = body.until;
  }
  return last === '' ? null : last;
}

/** The one membership of an account in a scope with a role: a stable id, so that two devices granting at once make one. */
export function membershipId(scope: string, account: string, role: string): string {
  return `m.${idOfScope(scope)}.${account}.${role}`;
}
