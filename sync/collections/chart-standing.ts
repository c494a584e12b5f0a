import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import { invitesLoad, invitesOf } from './chart-invite.ts';
import { chart, clientStatuses } from './chart.ts';
import { chartScope } from './classes.ts';
import { clientCard } from './client-card.ts';
import { withdrawn } from './invite-person.ts';
import { idSchema } from './values.ts';
import { inChart } from './who-may.ts';

type Card = StoredRecord<v.InferOutput<typeof clientCard.body>>;

/** [CH-3] Says how a client stands: any state may follow any other. */
export const setClientStatus = defineMutator({
  name: 'chart.set_status',
  args: v.object({ chart_id: idSchema, client_status: v.picklist(clientStatuses) }),
  who: inChart('treating'),
  load: ({ chart_id }) => [{ kind: 'get', collection: 'chart', id: chart_id }],
  run: ({ facts, args }) => {
    const record = facts.find(chart, args.chart_id);
    if (!record) return { reject: 'not_found' };
    const { collection, id, scope, cls, body } = record;
    if (body.client_status === args.client_status) return [];
    const next = { ...body, client_status: args.client_status };
    return [{ collection, id, scope, cls, body: next, fields: ['client_status'] }];
  },
});

/**
 * [CH-3] Archives a client: nothing is booked and nobody invited from then on, and an invite that nobody has used is withdrawn. It cancels
 * no session and closes no note by itself; what is still open, the screen names before.
 */
export const archiveChart = defineMutator({
  name: 'chart.archive',
  args: v.object({ chart_id: idSchema }),
  who: inChart('treating'),
  load: ({ chart_id }, facts) => [cardLoad(chart_id), ...openInvites(chart_id, facts)],
  run: ({ facts, args, ctx }) => {
    const card = facts.find(clientCard, args.chart_id);
    if (!card) return { reject: 'not_found' };
    if (card.body.sample) return { reject: 'is_sample' };
    if (card.body.archived !== undefined) return [];
    return [withCard(card, { ...card.body, archived: ctx.now }, ['archived']), ...takenBack(facts, card.id)];
  },
});

/** [CH-3] Takes a client back who was archived, or whose chart was merged into another. */
export const restoreChart = defineMutator({
  name: 'chart.restore',
  args: v.object({ chart_id: idSchema }),
  who: inChart('treating'),
  load: ({ chart_id }) => [cardLoad(chart_id)],
  run: ({ facts, args }) => {
    const card = facts.find(clientCard, args.chart_id);
    if (!card) return { reject: 'not_found' };
    const { archived, merged_into: into, ...body } = card.body;
    return archived === undefined && into === undefined ? [] : [withCard(card, body, ['archived', 'merged_into'])];
  },
});

/**
 * [CH-4] Two charts are one person's: from now on the one is worked in, and the other is archived and says so. Each keeps its notes,
 * sessions and people where they are, so that nothing moves or is replaced, and restoring the other undoes it. What of the person
 * shall be taken over is a change of its own (`chart_person.edit`).
 */
export const mergeChart = defineMutator({
  name: 'chart.merge',
  args: v.object({
    /** The one that is worked in from now on. */
    chart_id: idSchema,
    other_chart_id: idSchema,
  }),
  who: inChart('treating'),
  load: ({ chart_id, other_chart_id }, facts) => [
    ...openInvites(other_chart_id, facts),
    ...[chart_id, other_chart_id].flatMap((id) => [cardLoad(id), { kind: 'get', collection: 'chart', id } as const]),
    { kind: 'roles', scope: chartScope(other_chart_id) },
  ],
  run: ({ facts, args, ctx }) => {
    const [kept, other] = [args.chart_id, args.other_chart_id].map((id) => facts.find(clientCard, id));
    const treats = facts.rolesIn(chartScope(args.other_chart_id)).includes('treating');
    if (!kept || !other || !treats || kept.id === other.id) return { reject: 'not_found' };
    if (kept.body.practice_id !== other.body.practice_id) return { reject: 'not_found' };
    if (kept.body.sample || other.body.sample) return { reject: 'is_sample' };
    if (kept.body.archived !== undefined) return { reject: 'chart_archived' };
    if (!isSameKind(facts, args)) return { reject: 'invalid_arguments' };
    if (other.body.merged_into === kept.id) return [];
    // It was merged elsewhere meanwhile: nobody's choice is undone unseen.
    if (other.body.merged_into !== undefined) return { reject: 'changed_meanwhile' };
    const body = { ...other.body, archived: other.body.archived ?? ctx.now, merged_into: kept.id };
    return [withCard(other, body, ['archived', 'merged_into']), ...takenBack(facts, other.id)];
  },
});

/** The invites of a chart, each to be written. */
function openInvites(chartId: string, facts: Facts): readonly LoadRequest[] {
  const all = invitesLoad(chartId);
  const known = facts.has(all) ? invitesOf(facts, chartId) : [];
  return [all, ...known.map(({ id }) => ({ kind: 'get', collection: 'chart_invite', id }) as const)];
}

/** The same, withdrawn, as far as nobody has used them. */
function takenBack(facts: Facts, chartId: string): readonly RecordWrite[] {
  return invitesOf(facts, chartId)
    .filter(({ body }) => body.state === 'open')
    .map((one) => withdrawn(one));
}

function isSameKind(facts: Facts, { chart_id, other_chart_id }: { chart_id: string; other_chart_id: string }): boolean {
  const [one, other] = [chart_id, other_chart_id].map((id) => facts.find(chart, id)?.body.patient_type);
  return one !== undefined && one === other;
}

function cardLoad(id: string): LoadRequest {
  return { kind: 'get', collection: 'client_card', id };
}

function withCard({ collection, id, scope, cls }: Card, body: Card['body'], fields: readonly string[]): RecordWrite {
  return { collection, id, scope, cls, body, fields };
}
