import type { InferOutput } from 'valibot';
import type { RecordWrite } from '../core/define.ts';
import { placeOf, type Instant, type StoredRecord } from '../core/record.ts';
import { chartScope, classes, personScope } from './classes.ts';
import type { ChartInvite } from './chart-invite.ts';
import type { chartPerson } from './chart-person.ts';
import type { clientCard } from './client-card.ts';
import { membershipId, type Membership } from './membership.ts';

type Person = InferOutput<typeof chartPerson.body>;
type Card = InferOutput<typeof clientCard.body>;

/** What joining a chart, and undoing it, is about. */
export interface JoinedChart {
  readonly invite: StoredRecord<ChartInvite>;
  readonly person: StoredRecord<Person>;
  /** Given where the chart is this one person's: then the card is theirs too. */
  readonly card: StoredRecord<Card> | undefined;
}

/** The two memberships of who has joined: one reads the chart as a client does, the other the own person's record alone. */
export function joinedMemberships({ body }: StoredRecord<ChartInvite>): {
  readonly client: { readonly id: string; readonly scope: string };
  readonly person: { readonly id: string; readonly scope: string };
} {
  const account = body.joined_as ?? '';
  const [chart, person] = [chartScope(body.chart_id), personScope(body.person_id)];
  return {
    client: { scope: chart, id: membershipId(chart, account, 'client') },
    person: { scope: person, id: membershipId(person, account, 'person') },
  };
}

/**
 * [IV-4] Lets in who has joined: the invite, the client's membership, and the account in the person's record and, where the chart is
 * that one person's, in the card. Written in one transaction with `readerWrite`.
 */
export function openingWrites(joined: JoinedChart, now: Instant): readonly RecordWrite[] {
  const { invite, person, card } = joined;
  const account = invite.body.joined_as ?? '';
  return [
    { ...placeOf(invite), body: { ...invite.body, state: 'member' }, fields: ['state'] },
    membershipWrite(joined, 'client', now),
    { ...placeOf(person), body: { ...person.body, cognito_sub: account }, fields: ['cognito_sub'] },
    ...(card ? [{ ...placeOf(card), body: { ...card.body, cognito_sub: account }, fields: ['cognito_sub'] }] : []),
  ];
}

/** [IV-4] Of the person's own record, in its own scope: who treats reads no membership there. */
export function readerWrite(joined: JoinedChart, now: Instant): RecordWrite {
  return membershipWrite(joined, 'person', now);
}

function membershipWrite({ invite, person }: JoinedChart, role: 'client' | 'person', now: Instant): RecordWrite {
  const { first_name, last_name } = person.body;
  const body: Membership = {
    account: invite.body.joined_as ?? '',
    account_name: `${first_name} ${last_name}`.trim(),
    role,
    from: now,
    access: 'own',
  };
  const place = joinedMemberships(invite)[role];
  return { collection: 'membership', ...place, cls: classes.access, body, fields: ['ended'] };
}

/** [IV-7] Sends away who has joined: what `openingWrites` wrote is taken back, as far as it is still this account's. */
export function closingWrites(joined: JoinedChart): readonly RecordWrite[] {
  const { invite, person, card } = joined;
  const account = invite.body.joined_as;
  const writes: RecordWrite[] = [{ ...placeOf(invite), body: { ...invite.body, state: 'undone' }, fields: ['state'] }];
  if (person.body.cognito_sub === account) {
    const { cognito_sub: _gone, ...body } = person.body;
    writes.push({ ...placeOf(person), body, fields: ['cognito_sub'] });
  }
  if (card && card.body.cognito_sub === account) {
    const { cognito_sub: _gone, ...body } = card.body;
    writes.push({ ...placeOf(card), body, fields: ['cognito_sub'] });
  }
  return writes;
}

/** Ends a membership that is there and goes on. */
export function endingWrite(member: StoredRecord<Membership> | undefined, now: Instant): readonly RecordWrite[] {
  if (!member || member.body.ended !== undefined) return [];
  return [{ ...placeOf(member), body: { ...member.body, ended: now }, fields: ['ended'] }];
}
