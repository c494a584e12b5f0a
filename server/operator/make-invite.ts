import { inviteDays } from '../../sync/collections/chart-invite.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { newId } from '../../sync/core/new-id.ts';
import { codeLength } from '../../sync/protocol/invite-message.ts';
import type { Random } from '../../sync/ports.ts';
import { hashInviteCode, inviteToken, paperCode } from '../invites/invite-codes.ts';
import type { InviteSubject } from '../store/invite-calls.ts';
import { call, type Store } from '../store/port.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Makes an invite of an operator, good for 14 days and once, and answers what opens it: nothing else ever shows it. */
export async function makeInvite(
  {
    store,
    random,
    tokenKey,
    nowMs,
  }: {
    readonly store: Store;
    readonly random: Random;
    readonly tokenKey: Uint8Array;
    readonly nowMs: number;
  },
  subject: Exclude<InviteSubject, { kind: 'chart' }>,
): Promise<string> {
  const id = newId(random);
  const code = subject.kind === 'channel' ? paperCode(tokenKey, id) : inviteToken(tokenKey, id);
  const endsMs = nowMs + inviteDays * dayMs;
  const hash = hashInviteCode(tokenKey, code);
  await store.write(function* () {
    yield* call('putInvite', { id, hash, subject, tries: 0, usedMs: 0, createdMs: nowMs, endsMs });
    const said = canonicalJson({ invite: id, kind: subject.kind });
    yield* call('addAudit', { at: toInstant(nowMs), actor: 'operator', action: 'invite.made', subject: said });
  });
  return code;
}

/** As it is read: in two halves. */
export function readable(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`;
}
