import * as v from 'valibot';
import type { Facts } from '../core/facts.ts';
import { indexKey, prefixRange } from '../core/index-key.ts';
import type { StoredRecord } from '../core/record.ts';
import { accountScope, chartScope, classes } from './classes.ts';
import { defineCollection } from '../core/define.ts';
import { emailLine, idSchema, instantSchema, lineSchema } from './values.ts';

/**
 * `open`: nobody has used it yet. `asks_birth_date`, `asks_clinician`: somebody has, and the chart is closed until that is answered.
 * `member`: the chart is open to them. The last two are over without.
 */
export const inviteStates = ['open', 'asks_birth_date', 'asks_clinician', 'member', 'withdrawn', 'undone'] as const;

/** How an invite reaches a person: by mail, which proves the address, or on paper, which is bound to the birth date. */
export const inviteWays = ['mail', 'paper'] as const;

/** How long an invite is good. */
export const inviteDays = 14;

/** Invites that one person of a chart is mailed in a day. */
export const inviteMailsADay = 3;

export const chartInviteBody = v.object({
  chart_id: idSchema,
  person_id: idSchema,
  way: v.picklist(inviteWays),
  /** Where it is mailed to. */
  email: v.optional(emailLine),
  made_by: idSchema,
  /** What the invited person reads. */
  made_by_name: lineSchema,
  /** By the clock of the device that made it. */
  made: instantSchema,
  /** What people are told; the server counts its 14 days from when it arrived. */
  until: instantSchema,
  state: v.picklist(inviteStates),
  joined_as: v.optional(idSchema),
  joined_email: v.optional(emailLine),
  joined_at: v.optional(instantSchema),
});
export type ChartInvite = v.InferOutput<typeof chartInviteBody>;

/**
 * That a person of a chart is invited to an account, and what became of it. Nothing in it opens anything: code and link follow from
 * its id by the server's key. Who has joined is asked, or waits, by the `joining` record in a scope of their own.
 */
export const chartInvite = defineCollection({
  name: 'chart_invite',
  shape: 1,
  body: chartInviteBody,
  readers: {
    treating: [classes.access],
    supervisor: [classes.access],
    // As of every access: that there is one, and whose.
    'practice.owner': [classes.access],
  },
  indexes: { chart: ({ body }) => [indexKey(body.chart_id, body.made)] },
  at: () => '',
  livesIn: ['chart'],
  fits: ({ scope, body }) => scope === chartScope(body.chart_id),
  clinical: true,
  project: ({ id, body }) => {
    if (body.joined_as === undefined) return [];
    const place = { collection: 'joining', id, scope: accountScope(body.joined_as), cls: classes.own };
    if (!isJoining(body)) return [{ ...place, body: null }];
    const asks = body.state === 'asks_birth_date' ? 'birth_date' : 'clinician';
    return [{ ...place, body: { invited_by: body.made_by_name, asks, since: body.joined_at ?? body.made } }];
  },
  jobs: ({ id, body }, before) => {
    if (body.state !== 'open') return { drop: [`open-invite.${id}`, inviteMailKey(id)] };
    if (before) return {};
    return { plan: [{ kind: 'open-invite', key: `open-invite.${id}`, payload: { invite: id } }] };
  },
});

/** The job that mails an invite: planned once its link is good, dropped with it. */
export function inviteMailKey(id: string): string {
  return `mail.invite.${id}`;
}

/** Whether somebody has used it and is not let in yet. */
export function isJoining({ state }: Pick<ChartInvite, 'state'>): boolean {
  return state === 'asks_birth_date' || state === 'asks_clinician';
}

/** Whether somebody has used it and was not sent away. */
export function isJoined({ state }: Pick<ChartInvite, 'state'>): boolean {
  return isJoining({ state }) || state === 'member';
}

/** What is asked of somebody who has used an invite, in a scope of their own: all that they know before the chart is open. */
export const joining = defineCollection({
  name: 'joining',
  shape: 1,
  body: v.object({
    invited_by: lineSchema,
    asks: v.picklist(['birth_date', 'clinician']),
    since: instantSchema,
  }),
  readers: { self: [classes.own] },
  indexes: { since: ({ body }) => [indexKey(body.since)] },
  at: () => '',
  livesIn: ['account'],
  clinical: true,
});

/** Every invite of a chart, the oldest first. */
export function invitesLoad(chartId: string) {
  return { kind: 'range', collection: 'chart_invite', index: 'chart', ...prefixRange(chartId) } as const;
}

/** The same, once `invitesLoad` was loaded. */
export function invitesOf(facts: Facts, chartId: string): readonly StoredRecord<ChartInvite>[] {
  return facts.within(chartInvite, invitesLoad(chartId));
}
