import * as v from 'valibot';
import {
  chartInvite,
  inviteDays,
  inviteMailKey,
  inviteMailsADay,
  invitesLoad,
  type ChartInvite,
} from '../../sync/collections/chart-invite.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { hashInviteCode, inviteToken, paperCode } from '../invites/invite-codes.ts';
import { writeState } from '../invites/use-invite.ts';
import { call, type Plan } from '../store/port.ts';
import { liftTo } from '../sync/lift-record.ts';
import { planJobs } from '../sync/plan-jobs.ts';
import type { TxContext } from '../sync/tx-context.ts';
import { defineJobKind } from './job-kind.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** [IV-2] Makes an invite good that has reached the server: what opens it can be looked up from now on, and its mail is planned. */
export function createOpenInviteJob({ tokenKey }: { readonly tokenKey: Uint8Array }) {
  return defineJobKind({
    kind: 'open-invite',
    payload: v.object({ invite: v.string() }),
    *settle(context, { invite: id }) {
      const { nowMs } = context;
      yield* call('pruneInvites', nowMs);
      const stored = yield* call('getRecord', chartInvite.name, id);
      const record = stored && liftTo(context.registry, chartInvite, stored);
      if (record?.body.state !== 'open') return;
      const isMail = record.body.way === 'mail';
      if (isMail && (yield* mailsOfDay(context, record)) >= inviteMailsADay) {
        yield* writeState(context, record, { ...record.body, state: 'withdrawn' });
        return;
      }
      const hash = hashInviteCode(tokenKey, isMail ? inviteToken(tokenKey, id) : paperCode(tokenKey, id));
      const endsMs = nowMs + inviteDays * dayMs;
      yield* call('putInvite', { id, hash, subject: { kind: 'chart' }, tries: 0, usedMs: 0, createdMs: nowMs, endsMs });
      if (!isMail) return;
      const plan = [{ kind: 'mail', key: inviteMailKey(id), payload: { template: 'invite', invite: id } }];
      yield* planJobs(context, { plan });
    },
    mostAttempts: Infinity,
  });
}

/** Invites mailed to this person since yesterday by this server's clock: a device whose clock is wrong sends no more than another. */
function* mailsOfDay(context: TxContext, { id, body }: StoredRecord<ChartInvite>): Plan<number> {
  let count = 0;
  for (const stored of yield* call('rangeRecords', invitesLoad(body.chart_id))) {
    const other = liftTo(context.registry, chartInvite, stored);
    if (other.id === id || other.body.person_id !== body.person_id || other.body.way !== 'mail') continue;
    const row = yield* call('getInvite', other.id);
    if (row && row.createdMs > context.nowMs - dayMs) count += 1;
  }
  return count;
}
