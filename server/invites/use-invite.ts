import { account } from '../../sync/collections/account.ts';
import { birthDateOf } from '../../sync/collections/birth-date.ts';
import type { ChartInvite } from '../../sync/collections/chart-invite.ts';
import { openingWrites, readerWrite, type JoinedChart } from '../../sync/collections/join-chart.ts';
import { memberProfile } from '../../sync/collections/member-profile.ts';
import { personProposal, saidIn, tellingWrite } from '../../sync/collections/person-proposal.ts';
import type { Collection, RecordWrite } from '../../sync/core/define.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { call, type Plan } from '../store/port.ts';
import { liftRecord, liftTo } from '../sync/lift-record.ts';
import type { TxContext } from '../sync/tx-context.ts';
import { writeRecord } from '../sync/write-record.ts';
import { bodiesOf, type FoundInvite } from './find-invite.ts';

/** Who has come by an invite. */
export interface Joiner {
  readonly sub: string;
  readonly email: string;
}

/**
 * [IV-3] Uses an invite up, in the transaction that makes or names the account. By paper the birth date is proved already, and the
 * chart opens; by mail the address is, and the birth date is asked for. Answers what is left to do.
 */
export function* useInvite(
  context: TxContext,
  { row, chart }: FoundInvite,
  joiner: Joiner,
): Plan<'birth_date' | 'clinician' | 'none'> {
  yield* call('putInvite', { ...row, tries: 0, usedMs: context.nowMs });
  if (row.subject.kind === 'channel') yield* noteChannel(joiner.sub);
  if (!chart) return 'none';
  const isKnown = birthDateOf(bodiesOf(chart)) !== undefined;
  const state: ChartInvite['state'] = isKnown ? 'asks_birth_date' : 'asks_clinician';
  const body: ChartInvite = {
    ...chart.invite.body,
    state,
    joined_as: joiner.sub,
    joined_email: joiner.email,
    joined_at: context.now,
  };
  if (body.way === 'paper') {
    yield* openChart(context, { ...chart, invite: { ...chart.invite, body } });
    return 'none';
  }
  yield* writeState(context, chart.invite, body);
  return isKnown ? 'birth_date' : 'clinician';
}

/** [IV-4] Lets in who has joined: membership, the person's account and the invite's state are there together or not at all. */
export function* openChart(context: TxContext, joined: JoinedChart): Plan<void> {
  const writes = [...openingWrites(joined, context.now), readerWrite(joined, context.now)];
  for (const write of writes) yield* writeOver(context, write);
  yield* tellChart(context, joined);
}

/** [PP-1] Who has joined said something of themselves before: where it differs from what is kept, it is told. */
function* tellChart(context: TxContext, { invite, person }: JoinedChart): Plan<void> {
  const { joined_as = '' } = invite.body;
  const own = yield* found(context, account, joined_as);
  const profile = yield* found(context, memberProfile, joined_as);
  const before = yield* found(context, personProposal, person.id);
  const said = saidIn({ ...profile, first_name: own?.first_name, last_name: own?.last_name });
  for (const write of tellingWrite({ person, before }, said, context.now)) yield* writeOver(context, write);
}

function* found<Body>(context: TxContext, collection: Collection<Body>, id: string): Plan<Body | undefined> {
  const stored = yield* call('getRecord', collection.name, id);
  return stored ? liftTo(context.registry, collection, stored).body : undefined;
}

/** Writes the next version of an invite. */
export function* writeState(context: TxContext, invite: StoredRecord<ChartInvite>, body: ChartInvite): Plan<void> {
  const { collection, id, scope, cls } = invite;
  yield* writeOver(context, { collection, id, scope, cls, body, fields: ['state'] });
}

function* writeOver(context: TxContext, { collection, id, scope, cls, body }: RecordWrite): Plan<void> {
  const stored = yield* call('getRecord', collection, id);
  const before = stored && liftRecord(context.registry, stored);
  const shape = context.registry.collections.get(collection)?.shape ?? 1;
  const version = (before?.version ?? 0) + 1;
  const stamps = before?.stamps ?? {};
  yield* writeRecord(context, { collection, id, scope, cls, version, shape, body, stamps }, before);
}

/** [C-299] By which way the account came, for good. */
function* noteChannel(sub: string): Plan<void> {
  const account = yield* call('accountBySub', sub);
  if (account)
    yield* call('putAccount', { ...account, profile: { ...account.profile, signup_channel: { amhc: true } } });
}
