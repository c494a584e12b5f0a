import * as v from 'valibot';
import { defineMutator } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import { chartInvite, isJoined, type ChartInvite } from './chart-invite.ts';
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
import { forgettingWrites, personProposal, tellingWrite, type ToldPerson } from './person-proposal.ts';
import { saidLoads, saidOfOneself } from './said-of-oneself.ts';
import { idSchema } from './values.ts';
import { inChart } from './who-may.ts';

const args = v.object({ chart_id: idSchema, invite_id: idSchema });
type Args = v.InferOutput<typeof args>;

function knownInvite(facts: Facts, id: string): StoredRecord<ChartInvite> | undefined {
  return facts.has({ kind: 'get', collection: 'chart_invite', id }) ? facts.find(chartInvite, id) : undefined;
}

function proposalLoad(personId: string): LoadRequest {
  return { kind: 'get', collection: 'person_proposal', id: personId };
}

function tellingLoads({ person_id, joined_as = '' }: ChartInvite): readonly LoadRequest[] {
  return [proposalLoad(person_id), ...saidLoads(joined_as)];
}

function toldPerson(facts: Facts, person: JoinedChart['person']): ToldPerson {
  return { person, before: facts.find(personProposal, person.id)?.body };
}

/** The invite, then who it is about and the memberships that hang on it. */
function joinedLoads({ chart_id, invite_id }: Args, facts: Facts, role: 'client' | 'person'): readonly LoadRequest[] {
  const asked = { kind: 'get', collection: 'chart_invite', id: invite_id } as const;
  const invite = knownInvite(facts, invite_id);
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
    load: (asked, facts) => {
      const { chart_id, invite_id } = asked;
      const invite = knownInvite(facts, invite_id);
      const isOfChart = invite?.body.chart_id === chart_id;
      return [...joinedLoads(asked, facts, 'person'), ...(isOfChart ? tellingLoads(invite.body) : [])];
    },
    run: ({ facts, args: asked, ctx }) => {
      const joined = joinedChart(facts, asked);
      if (!joined) return [];
      const { joined_as = '' } = joined.invite.body;
      // [PP-1] Who has joined said something of themselves before: where it differs, it is told.
      return [
        readerWrite(joined, ctx.now),
        ...tellingWrite(toldPerson(facts, joined.person), saidOfOneself(facts, joined_as), ctx.now),
      ];
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
    load: (asked, facts) => {
      const invite = knownInvite(facts, asked.invite_id);
      return [...joinedLoads(asked, facts, 'person'), ...(invite ? [proposalLoad(invite.body.person_id)] : [])];
    },
    run: ({ facts, args: asked, ctx }) => {
      const joined = joinedChart(facts, asked);
      if (!joined) return [];
      const reader = facts.find(membership, joinedMemberships(joined.invite).person.id);
      // [PP-3] Of somebody else than the person nothing stays that they said.
      return [...endingWrite(reader, ctx.now), ...forgettingWrites(toldPerson(facts, joined.person))];
    },
  },
});
