import * as v from 'valibot';
import { defineMutator, type MutatorInput, type RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { toInstant } from '../core/instant.ts';
import type { StoredRecord } from '../core/record.ts';
import { approvalLoad, waitsForApproval } from './approval.ts';
import { birthDateOf, isTooYoung } from './birth-date.ts';
import { chart } from './chart.ts';
import {
  chartInvite,
  inviteDays,
  inviteMailsADay,
  invitesLoad,
  invitesOf,
  inviteWays,
  isJoined,
  type ChartInvite,
} from './chart-invite.ts';
import { chartPerson } from './chart-person.ts';
import { chartScope, classes } from './classes.ts';
import { clientCard, whyShut } from './client-card.ts';
import { dayLoads, todayIn } from './practice-day.ts';
import { professionalLoad, professionalName } from './professional.ts';
import { emailLine, idSchema } from './values.ts';
import { inChart } from './who-may.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The records that say who is invited: the person, the chart, and the card, which is the person's where the chart is. */
export function personLoads(chartId: string, personId: string, facts: Facts): readonly LoadRequest[] {
  return [
    { kind: 'get', collection: 'chart_person', id: personId },
    { kind: 'get', collection: 'chart', id: chartId },
    ...dayLoads(chartScope(chartId), facts),
  ];
}

/** The card of a chart that is one person's; undefined for a couple's. `personLoads` was loaded. */
export function ownCard(
  facts: Facts,
  chartId: string,
): StoredRecord<v.InferOutput<typeof clientCard.body>> | undefined {
  return facts.find(chart, chartId)?.body.patient_type === 'individual' ? facts.find(clientCard, chartId) : undefined;
}

/**
 * [IV-1] Invites a person of a chart to an account: by mail, or by a code on paper. An invite that is still open is replaced, so that
 * the newest alone is good. Refused for who has an account, for who is below 18, and where nobody knows when they were born and it
 * goes on paper.
 */
export const invitePerson = defineMutator({
  name: 'chart.invite',
  args: v.object({
    chart_id: idSchema,
    person_id: idSchema,
    way: v.picklist(inviteWays),
    email: v.optional(emailLine),
  }),
  makes: 1,
  who: inChart('treating'),
  load: (args, facts, actor, ctx) => {
    const all = invitesLoad(args.chart_id);
    const known = facts.has(all) ? invitesOf(facts, args.chart_id) : [];
    return [
      ...personLoads(args.chart_id, args.person_id, facts),
      professionalLoad(actor.sub),
      approvalLoad(actor.sub),
      all,
      ...[ctx.ids[0] ?? '', ...known.map(({ id }) => id)].map(
        (id) => ({ kind: 'get', collection: 'chart_invite', id }) as const,
      ),
    ];
  },
  run: (input) => {
    const { facts, args, ctx, actor, receivedAt } = input;
    const { chart_id, person_id, way, email } = args;
    const person = facts.find(chartPerson, person_id);
    if (!person || person.body.chart_id !== chart_id) return { reject: 'not_found' };
    const refused = whyNotInvited(input, person);
    if (refused !== null) return { reject: refused };
    const earlier = invitesOf(facts, chart_id).filter(({ body }) => body.person_id === person_id);
    const made = ctx.now;
    const dayAgo = toInstant(Date.parse(receivedAt ?? ctx.now) - dayMs);
    const mails = earlier.filter(({ body }) => body.way === 'mail' && body.made > dayAgo).length;
    if (way === 'mail' && mails >= inviteMailsADay) return { reject: 'too_many_invites' };
    const body: ChartInvite = {
      chart_id,
      person_id,
      way,
      ...(way === 'mail' && email !== undefined ? { email } : {}),
      made_by: actor.sub,
      made_by_name: professionalName(facts, actor.sub),
      made,
      until: toInstant(Date.parse(made) + inviteDays * dayMs),
      state: 'open',
    };
    const place = { collection: 'chart_invite', scope: chartScope(chart_id), cls: classes.access };
    return [
      ...earlier.filter(({ body }) => body.state === 'open').map((one) => withdrawn(one)),
      { ...place, id: ctx.ids[0] ?? '', body, fields: ['state'] },
    ];
  },
});

type Asked = MutatorInput<{
  readonly chart_id: string;
  readonly person_id: string;
  readonly way: ChartInvite['way'];
  readonly email?: string | undefined;
}>;

/** [IV-1] Why a person is not invited; null where nothing stands against it. */
function whyNotInvited(input: Asked, person: StoredRecord<v.InferOutput<typeof chartPerson.body>>) {
  const { facts, args, actor } = input;
  const { chart_id, way, email } = args;
  const shut = whyShut(facts.find(clientCard, chart_id)?.body);
  if (shut !== null) return shut;
  if (waitsForApproval(facts, actor.sub)) return 'not_approved';
  const others = invitesOf(facts, chart_id).filter(({ body }) => body.person_id === person.id);
  if (person.body.cognito_sub !== undefined || others.some(({ body }) => isJoined(body))) return 'has_account';
  const born = birthDateOf({ person: person.body, card: ownCard(facts, chart_id)?.body });
  if (born !== undefined && isTooYoung(born, todayIn(input, chartScope(chart_id)))) return 'too_young';
  if (way === 'paper' && born === undefined) return 'no_birth_date';
  if (way === 'mail' && email === undefined) return 'no_email';
  return null;
}

/** An invite that opens nothing any more. */
export function withdrawn({ collection, id, scope, cls, body }: StoredRecord<ChartInvite>): RecordWrite {
  return { collection, id, scope, cls, body: { ...body, state: 'withdrawn' }, fields: ['state'] };
}

/** [IV-2] Takes an invite back that nobody has used: its link and its code open nothing from then on. */
export const withdrawInvite = defineMutator({
  name: 'chart.withdraw_invite',
  args: v.object({ chart_id: idSchema, invite_id: idSchema }),
  who: inChart('treating'),
  load: (args) => [{ kind: 'get', collection: 'chart_invite', id: args.invite_id }],
  run: ({ facts, args }) => {
    const invite = facts.find(chartInvite, args.invite_id);
    if (!invite || invite.body.chart_id !== args.chart_id) return { reject: 'not_found' };
    if (invite.body.state === 'withdrawn') return [];
    return invite.body.state === 'open' ? [withdrawn(invite)] : { reject: 'invite_over' };
  },
});
