import * as v from 'valibot';
import { toInstant } from '../../sync/core/instant.ts';
import type { Instant } from '../../sync/core/record.ts';
import { call, type Plan } from '../store/port.ts';
import { planJobs } from '../sync/plan-jobs.ts';
import type { TxContext } from '../sync/tx-context.ts';

const gatherMs = 15 * 60 * 1000;

type Moment = Pick<TxContext, 'nowMs' | 'zone'>;

/** The mail that was planned last for an account, and when it was to go. */
const lastMail = v.object({ atMs: v.number(), key: v.string() });

/**
 * To be called in the transaction of a sign-in, before its device is noted. On a device that is new to the account it plans a
 * mail that says so; not on the very first. At most one goes in a quarter of an hour: it tells of all that came until it is sent.
 */
export function* noticeNewDevice(context: Moment, sub: string, deviceId: string): Plan<void> {
  const devices = yield* call('devicesOf', sub);
  if (devices.length === 0 || devices.some((device) => device.deviceId === deviceId)) return;
  const last = yield* lastMailOf(sub);
  // Planned by a clock that was ahead: it would keep every later notice away until then. What it was to tell of is told now.
  const isAhead = last !== null && last.atMs > context.nowMs + gatherMs;
  const waiting = last && !isAhead ? yield* call('jobByKey', last.key) : undefined;
  if (waiting && !waiting.dead) return;
  if (isAhead) yield* planJobs(context, { drop: [last.key] });
  yield* planMail(context, { sub, deviceId, at: toInstant(context.nowMs) });
}

/** The devices that came since then, for the mail to tell of. */
export function* devicesSince(
  sub: string,
  at: Instant,
): Plan<readonly { readonly id: string; readonly at: Instant }[]> {
  const devices = yield* call('devicesOf', sub);
  return devices
    .filter((device) => device.created >= at)
    .sort((one, other) => (one.created < other.created ? -1 : 1))
    .map((device) => ({ id: device.deviceId, at: device.created }));
}

/** A device that came while the mail was on its way is not in it: another one will tell of it. */
export function* followNewDevices(
  context: Moment,
  sent: { readonly account: string; readonly at: Instant },
  told: readonly string[],
): Plan<void> {
  const [missed] = (yield* devicesSince(sent.account, sent.at)).filter((device) => !told.includes(device.id));
  if (missed) yield* planMail(context, { sub: sent.account, deviceId: missed.id, at: missed.at });
}

function* planMail(
  context: Moment,
  on: { readonly sub: string; readonly deviceId: string; readonly at: Instant },
): Plan<void> {
  const { sub, deviceId, at } = on;
  const last = yield* lastMailOf(sub);
  const sinceMs = last ? context.nowMs - last.atMs : gatherMs;
  // A clock that went back counts as no mail at all: rather one too many than none.
  const atMs = last && sinceMs >= 0 && sinceMs < gatherMs ? last.atMs + gatherMs : context.nowMs;
  const key = `mail.new-device.${sub}.${deviceId}`;
  const payload = { template: 'new-device', account: sub, at };
  yield* planJobs(context, { plan: [{ kind: 'mail', key, payload, when: { at: toInstant(atMs) } }] });
  yield* call('setMeta', metaKey(sub), JSON.stringify({ atMs, key }));
}

function* lastMailOf(sub: string): Plan<v.InferOutput<typeof lastMail> | null> {
  const text = yield* call('getMeta', metaKey(sub));
  return text === undefined ? null : v.parse(lastMail, JSON.parse(text));
}

function metaKey(sub: string): string {
  return `mail.new-device.${sub}`;
}
