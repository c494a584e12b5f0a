import * as v from 'valibot';
import { isDate } from '../core/instant.ts';
import { classes, idOfScope, practiceScope } from './classes.ts';
import { clientCard } from './client-card.ts';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import { chart } from './chart.ts';
import {
  isColleague,
  isFormer,
  isOwner,
  isTreatedWithout,
  lastDayToGive,
  membersLoad,
  membersOf,
  membership,
  membershipId,
  whyNotEnd,
  type Membership,
} from './membership.ts';
import { dayLoads, todayIn } from './practice-day.ts';
import { professional } from './professional.ts';
import { dateSchema, idSchema, lineSchema } from './values.ts';
import { inChartScope } from './who-may.ts';

/**
 * [AC-5] Gives a colleague access to a chart, or gives one that has a last day another one. Nobody gives themselves
 * anything; only the clinician whose chart it is changes a last day; who has access for a time gives none beyond it.
 */
export const grantAccess = defineMutator({
  name: 'membership.grant',
  args: v.object({
    scope: idSchema,
    account: idSchema,
    account_name: lineSchema,
    /** `scheduler`: the chart's sessions and how its client is reached, and nothing clinical; for whom a session is proposed [CA-8]. */
    role: v.picklist(['treating', 'supervisor', 'scheduler']),
    /** The last day, in the practice's zone. */
    until: v.optional(dateSchema),
  }),
  who: inChartScope('treating'),
  load: (args, facts) => [
    { kind: 'get', collection: 'membership', id: membershipId(args.scope, args.account, args.role) },
    membersLoad(args.scope),
    ...dayLoads(args.scope, facts),
  ],
  run: (input) => {
    const { facts, args, ctx, actor } = input;
    const today = todayIn(input, args.scope);
    const members = membersOf(facts, args.scope);
    if (facts.find(clientCard, idOfScope(args.scope))?.body.sample) return { reject: 'is_sample' };
    const owner = isOwner(members, actor.sub, today);
    if (args.account === actor.sub) return { reject: owner ? 'already_exists' : 'given_access' };
    const until = args.until === undefined ? {} : { until: args.until };
    if (args.until !== undefined && (!isDate(args.until) || args.until < today)) return { reject: 'invalid_arguments' };
    const id = membershipId(args.scope, args.account, args.role);
    const found = facts.find(membership, id);
    const existing = found;
    const place = { collection: 'membership', id, scope: args.scope, cls: classes.access };
    if (existing && !isFormer(existing, today)) {
      const isNewDay = args.until !== undefined && args.until !== existing.body.until;
      if (!isNewDay || existing.body.access === 'own') return { reject: 'already_exists' };
      if (!owner) return { reject: 'given_access' };
      const stays = args.role === 'treating' && existing.body.until === undefined;
      if (stays && !isTreatedWithout(members, args.account, today)) return { reject: 'last_treating' };
      return [{ ...place, body: { ...existing.body, ...until }, fields: ['until'] }];
    }
    const last = lastDayToGive(members, actor.sub, today);
    if (last !== null && (args.until === undefined || args.until > last)) return { reject: 'given_access' };
    const body: Membership = {
      account: args.account,
      role: args.role,
      account_name: args.account_name,
      from: ctx.now,
      ...until,
      access: 'delegated',
    };
    return [{ ...place, body, fields: ['ended'] }];
  },
  guard: {
    load: (args) => [
      { kind: 'get', collection: 'chart', id: idOfScope(args.scope) },
      { kind: 'get', collection: 'professional', id: args.account },
    ],
    // Only a colleague of the chart's practice, under the name that the practice knows: an id can be guessed or wrong.
    check: ({ facts, args }) => {
      const of = facts.find(chart, idOfScope(args.scope));
      const colleague = facts.find(professional, args.account);
      if (!of || !colleague) return { reject: 'not_found' };
      // Who has it already may be called otherwise by now.
      const has = facts.holds('membership', membershipId(args.scope, args.account, args.role));
      if (has && colleague.scope === practiceScope(of.body.practice_id)) return null;
      return colleague.scope === practiceScope(of.body.practice_id) && colleague.body.display_name === args.account_name
        ? null
        : { reject: 'not_found' };
    },
  },
});

/**
 * [AC-5] Ends every role that a colleague has in a chart, whichever of them is named. A client's or guardian's role is not
 * ended by this, nor that of the last one who treats, nor, by who was given access, that of the one whose chart it is.
 */
export const revokeAccess = defineMutator({
  name: 'membership.revoke',
  args: v.object({ membership_id: idSchema, scope: idSchema }),
  who: inChartScope('treating'),
  load: (args, facts) => {
    const members = membersLoad(args.scope);
    const named = { kind: 'get', collection: 'membership', id: args.membership_id } as const;
    const others = facts.has(members) ? membersOf(facts, args.scope) : [];
    return [
      named,
      members,
      ...dayLoads(args.scope, facts),
      ...others.map(({ id }) => ({ kind: 'get', collection: 'membership', id }) as const),
    ];
  },
  run: (input) => {
    const { facts, args, ctx, actor } = input;
    const record = facts.find(membership, args.membership_id);
    if (!record || record.scope !== args.scope) return { reject: 'not_found' };
    const named = record;
    if (!isColleague(named)) return { reject: 'client_access' };
    if (named.body.ended !== undefined) return [];
    const { account } = named.body;
    const refused = whyNotEnd(membersOf(facts, args.scope), {
      actor: actor.sub,
      account,
      today: todayIn(input, args.scope),
    });
    // Its last day has passed and the server has not come to it yet: it is ended all the same.
    if (refused !== null && refused !== 'client_access') return { reject: refused };
    return membersOf(facts, args.scope).flatMap((one): RecordWrite[] => {
      const member = one;
      if (member.body.account !== account || !isColleague(member) || member.body.ended !== undefined) return [];
      const { collection, id, scope, cls } = one;
      return [{ collection, id, scope, cls, body: { ...member.body, ended: ctx.now }, fields: ['ended'] }];
    });
  },
});
