import * as v from 'valibot';
import { defineMutator } from '../core/define.ts';
import { classes, practiceScope } from './classes.ts';
import { membersLoad, membersOf, membership, membershipId, type Membership } from './membership.ts';
import { idSchema, lineSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

/** Roles in a practice that its owner gives and ends. Clinicians and owners come and go by other ways. */
const staffRoles = ['scheduler', 'biller'] as const;

/**
 * [AC-7] Makes somebody who is known to the practice its front desk or biller: one membership, whatever number of charts. Nobody
 * gives themselves anything.
 */
export const giveRole = defineMutator({
  name: 'practice.give_role',
  args: v.object({
    practice_id: idSchema,
    account: idSchema,
    account_name: lineSchema,
    role: v.picklist(staffRoles),
  }),
  who: inPracticeAs('owner'),
  load: ({ practice_id, account, role }) => [
    { kind: 'get', collection: 'membership', id: membershipId(practiceScope(practice_id), account, role) },
  ],
  run: ({ facts, args, ctx, actor }) => {
    const { account, account_name, role } = args;
    if (account === actor.sub) return { reject: 'given_access' };
    const scope = practiceScope(args.practice_id);
    const id = membershipId(scope, account, role);
    const existing = facts.find(membership, id);
    if (existing && existing.body.ended === undefined) return { reject: 'already_exists' };
    const body: Membership = { account, account_name, role, from: ctx.now, access: 'delegated' };
    return [{ collection: 'membership', id, scope, cls: classes.access, body, fields: ['ended'] }];
  },
  guard: {
    load: ({ practice_id }) => [membersLoad(practiceScope(practice_id))],
    // Whom the practice knows by that name, from a role there now or before: an id can be guessed or wrong.
    check: ({ facts, args }) =>
      membersOf(facts, practiceScope(args.practice_id)).some(
        ({ body }) => body.account === args.account && body.account_name === args.account_name,
      )
        ? null
        : { reject: 'not_found' },
  },
});

/** [AC-7] Ends such a role: everything that hung on it leaves the account's devices at once. */
export const endRole = defineMutator({
  name: 'practice.end_role',
  args: v.object({ practice_id: idSchema, membership_id: idSchema }),
  who: inPracticeAs('owner'),
  load: ({ membership_id }) => [{ kind: 'get', collection: 'membership', id: membership_id }],
  run: ({ facts, args, ctx }) => {
    const record = facts.find(membership, args.membership_id);
    if (!record || record.scope !== practiceScope(args.practice_id)) return { reject: 'not_found' };
    const { collection, id, scope, cls, body } = record;
    if (!staffRoles.some((role) => role === body.role)) return { reject: 'not_allowed' };
    if (body.ended !== undefined) return [];
    return [{ collection, id, scope, cls, body: { ...body, ended: ctx.now }, fields: ['ended'] }];
  },
});
