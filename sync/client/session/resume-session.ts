import * as v from 'valibot';
import { toBase64Url } from '../../core/base64url.ts';
import { resumeStatement } from '../../core/device-statements.ts';
import type { ReplicaStore } from '../../ports.ts';
import {
  initiateAuthResponse,
  resumeNonceResponse,
  type InitiateAuthResponse,
} from '../../protocol/session-message.ts';
import type { ClientPorts } from '../client-ports.ts';
import type { DeviceAccount } from '../replica/device.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { saidName } from '../keys/register-keys.ts';
import type { KeyRing } from '../keys/replica-keys.ts';

/** `refused`: the server wants a full sign-in. `no-answer`: nothing is known; try again. */
export type ResumeOutcome =
  | { readonly kind: 'ok'; readonly answer: InitiateAuthResponse }
  | { readonly kind: 'refused' }
  | { readonly kind: 'no-answer' };

/**
 * [RS-1] Begins a session by this device's own key, without password or code. The count is raised on stable storage before it
 * is signed: a device that was copied shows by a count that was seen before.
 */
export async function resumeSession(
  ports: Pick<ClientPorts, 'activity' | 'api' | 'clock' | 'deviceName' | 'loadSodium' | 'origin'>,
  replicaStore: ReplicaStore,
  known: { readonly account: DeviceAccount; readonly ring: KeyRing },
): Promise<ResumeOutcome> {
  const { account, ring } = known;
  const [before] = await replicaStore.tx('relaxed', () => readMeta('resume'));
  // Never registered: a device of before, or one that has never been online since.
  if (!before) return { kind: 'refused' };
  const { device } = before;
  const asked = await ports.api.call('POST', '/api/login/v1/resume_nonce', { sub: account.sub, device });
  const given = v.safeParse(resumeNonceResponse, asked?.body);
  if (asked?.status !== 200 || !given.success) return { kind: isFinal(asked) ? 'refused' : 'no-answer' };
  const { nonce } = given.output;
  const count = await replicaStore.tx('strict', function* () {
    const [resume] = yield* readMeta('resume');
    const next = (resume?.count ?? 0) + 1;
    yield [putMeta('resume', { device, count: next })];
    return next;
  });
  const idle = Math.max(0, ports.clock.now() - (ports.activity.read() ?? ports.clock.now()));
  const sodium = await ports.loadSodium();
  const statement = resumeStatement({ origin: ports.origin, account: account.sub, device, nonce, count, idle });
  const signature = toBase64Url(sodium.crypto_sign_detached(statement, ring.sign.privateKey));
  const answer = await ports.api.call('POST', '/api/login/v1/resume', {
    sub: account.sub,
    device,
    nonce,
    count,
    idle,
    signature,
    remember_me: account.remember,
    ...saidName(ports),
  });
  if (answer?.status !== 200) return { kind: isFinal(answer) ? 'refused' : 'no-answer' };
  const parsed = v.safeParse(initiateAuthResponse, answer.body);
  // An answer for somebody else is none.
  if (!parsed.success || parsed.output.nextStep !== 'success' || parsed.output.sub !== account.sub)
    return { kind: 'refused' };
  return { kind: 'ok', answer: parsed.output };
}

/** A server that is away, busy or failing has said nothing of this device. */
function isFinal(answer: { readonly status: number } | null): boolean {
  return answer !== null && answer.status !== 429 && answer.status < 500;
}
