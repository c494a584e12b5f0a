import * as v from 'valibot';
import { defineMutator } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { chartInvite, isJoined } from './chart-invite.ts';
import { chartPerson } from './chart-person.ts';
import { ownCard, personLoads } from './invite-person.ts';
import {
  closingWrites,
  endingWrite,
  joinedMemberships,
  openingWrites,
  readerWrite,
  type JoinedChart,
} from './join-chart.ts';
import { membership } from './membership.ts';
import { idSchema } from './values.ts';
import { inChart } from './who-may.ts';

const args = v.object({ chart_id: idSchema, invite_id: idSchema });
type Args = v.InferOutput<typeof args>;

/** The invite, then who it is about and the memberships that hang on it. */
function joinedLoads({ chart_id, invite_id }: Args, facts: Facts, role: 'client' | 'person'): readonly LoadRequest[] {
  const asked = { kind: 'get', collection: 'chart_invite', id: invite_id } as const;
  const invite = facts.has(asked) ? facts.find(chartInvite, invite_id) : undefined;
  if (!invite || invite.body.chart_id !== chart_id) return [asked];
  const { id } = joinedMemberships(invite)[role];
  return [asked, ...personLoads(chart_id, invite.body.person_id, facts), { kind: 'get', collection: 'membership', id }];
}

/** Undefined where the invite is not of this chart, or nobody is there whom it is about. */
function joinedChart(facts: Facts, { chart_id, invite_id }: Args): JoinedChart | undefined {
  const invite = facts.find(chartInvite, invite_id);
  if (invite?.body.chart_id !== chart_id) return undefined;
  const person = facts.find(chartPerson, invite.body.person_id);
  return person && { invite, person, card: ownCard(facts, chart_id) };
}

/** [IV-6] The clinician’s tap, where a birth date is not known or was given wrong three times: opens the chart to who has joined. */
export const confirmJoined = defineMutator({
  name: 'chart.confirm_joined',
  args,
  who: inChart('treating'),
  load: (asked, facts) => joinedLoads(asked, facts, 'client'),
  run: ({ facts, args: asked, ctx }) => {
    const joined = joinedChart(facts, asked);
    if (!joined) return { reject: 'not_found' };
    if (joined.invite.body.state === 'member') return [];
    if (joined.invite.body.state !== 'asks_clinician') return { reject: 'invite_over' };
    if (joined.person.body.cognito_sub !== undefined) return { reject: 'has_account' };
    return openingWrites(joined, ctx.now);
  },
  follow: {
    load: (asked, facts) => joinedLoads(asked, facts, 'person'),
    run: ({ facts, args: asked, ctx }) => {
      const joined = joinedChart(facts, asked);
      return joined ? [readerWrite(joined, ctx.now)] : [];
    },
  },
});

/** [IV-7] Sends away who has joined: their access to the chart ends, and the person is without an account again. The account itself stays. */
export const undoJoining = defineMutator({
  name: 'chart.undo_joining',
  args,
  who: inChart('treating'),
  load: (asked, facts) => joinedLoads(asked, facts, 'client'),
  run: ({ facts, args: asked, ctx }) => {
    const joined = joinedChart(facts, asked);
    if (!joined) return { reject: 'not_found' };
    if (joined.invite.body.state === 'undone') return [];
    if (!isJoined(joined.invite.body)) return { reject: 'invite_over' };
    const client = facts.find(membership, joinedMemberships(joined.invite).client.id);
    return [...closingWrites(joined), ...endingWrite(client, ctx.now)];
  },
  follow: {
    load: (asked, facts) => joinedLoads(asked, facts, 'person'),
    run: ({ facts, args: asked, ctx }) => {
      const joined = joinedChart(facts, asked);
      return endingWrite(joined && facts.find(membership, joinedMemberships(joined.invite).person.id), ctx.now);
    },
  },
});
