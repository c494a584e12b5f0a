import { createHmac, timingSafeEqual } from 'node:crypto';
import { toBase64Url } from '../../sync/core/base64url.ts';
import { resumeStatement } from '../../sync/core/device-statements.ts';
import type { ResumeRequest } from '../../sync/protocol/session-message.ts';
import type { Services } from '../services.ts';
import type { AccountRow, DeviceRow } from '../store/account-calls.ts';
import { isSignedBy } from './device-proof.ts';

const hourMs = 60 * 60 * 1000;
/** A nonce is good for this long, and once. */
export const nonceLifeMs = 60_000;
/** Longest time since the last full sign-in that a device comes back by itself. */
export const resumeLifeMs = 30 * 24 * hourMs;
/** Longest time that nobody touched the device. */
export const resumeIdleMs = { orchid_pro: 12 * hourMs, member: resumeLifeMs } as const;

/** A number for one use, bound to account, device and time; the server keeps nothing for it. */
export function makeNonce(
  services: Pick<Services, 'secrets' | 'random' | 'clock'>,
  place: { readonly sub: string; readonly device: string },
): string {
  const part = `${services.clock.now()}.${toBase64Url(services.random.bytes(12))}`;
  return `${part}.${macOf(services, part, place)}`;
}

function isNonce(
  services: Pick<Services, 'secrets' | 'clock'>,
  nonce: string,
  place: { readonly sub: string; readonly device: string },
): boolean {
  const [time = '', random = '', mac = ''] = nonce.split('.');
  const expected = Buffer.from(macOf(services, `${time}.${random}`, place));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  const ageMs = services.clock.now() - Number(time);
  return ageMs >= 0 && ageMs <= nonceLifeMs;
}

function macOf(
  { secrets }: Pick<Services, 'secrets'>,
  part: string,
  { sub, device }: { readonly sub: string; readonly device: string },
): string {
  return createHmac('sha256', secrets.tokenKey).update(`resume|${sub}|${device}|${part}`).digest('base64url');
}

/**
 * What a request to resume is worth. `refused`: a full sign-in is needed. `copied`: the count was seen before, so two devices
 * work from one profile; a full sign-in is needed, and the account is told.
 */
export type ResumeVerdict = 'ok' | 'refused' | 'copied';

/** Judges a request to resume, for a device and account as they are now. */
export function judgeResume(
  services: Pick<Services, 'secrets' | 'clock' | 'sodium'>,
  request: ResumeRequest,
  found: { readonly origin: string; readonly account: AccountRow | undefined; readonly device: DeviceRow | undefined },
): ResumeVerdict {
  const { account, device, origin } = found;
  const { sub, nonce, count, idle } = request;
  const isFresh = isNonce(services, nonce, { sub, device: request.device });
  const statement = resumeStatement({ origin, account: sub, device: request.device, nonce, count, idle });
  // A device that nobody knows costs the same work.
  const isSigned = isSignedBy(services.sodium, device?.signKey || noKey, statement, request.signature);
  if (!account || !device || device.signKey === '' || !isFresh || !isSigned) return 'refused';
  // With an older nonce than the last it was held up on its way and overtaken: a copy works with one of its own.
  if (count < device.resumes) return timeOf(nonce) < timeOf(device.nonce) ? 'refused' : 'copied';
  // The same count once more: its answer was lost. The same nonce: somebody plays back what was sent.
  if (nonce === device.nonce) return 'refused';
  const nowMs = services.clock.now();
  if (nowMs - device.signedInAtMs > resumeLifeMs) return 'refused';
  if (account.withFactor && !device.withFactor) return 'refused';
  return idle <= resumeIdleMs[account.userType] ? 'ok' : 'refused';
}

/** When a nonce was made; 0 for none. */
function timeOf(nonce: string): number {
  return Number(nonce.split('.')[0] ?? 0);
}

/** A point of the curve whose private half nobody has. */
const noKey = 'AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE';
