import * as v from 'valibot';
import type { ReplicaStore } from '../../ports.ts';
import { owe, type SessionDebt } from '../session/session-debt.ts';
import { kdfParams } from '../../protocol/session-message.ts';

/** Name of the small database that says whose replicas lie on this device. Nothing personal is in it. */
export const deviceStoreName = 'orchid-device';

/**
 * [RC-4] An outbox of this account that its present keys do not open: the keys are of a later generation. It lies here until
 * every row of it is known to be applied or kept. The wraps are what its own password still opens.
 */
export const leftReplica = v.object({
  replicaName: v.string(),
  kdf: kdfParams,
  generation: v.number(),
  wrapAccountRoot: v.string(),
  wrapReplica: v.string(),
});
export type LeftReplica = v.InferOutput<typeof leftReplica>;

/** One account's replica on this device: wraps only, no key in the clear. */
export const deviceAccount = v.object({
  sub: v.string(),
  principal: v.string(),
  replicaName: v.string(),
  kdf: kdfParams,
  generation: v.number(),
  /** Account root key under the password's KEK, as the server keeps it. */
  wrapAccountRoot: v.string(),
  /** Replica key under a key from the account root: survives a changed password. */
  wrapReplica: v.string(),
  /** Replica key under the device key that the server hands to a live session: a reload online asks nothing. */
  wrapDevice: v.nullable(v.string()),
  serverKey: v.object({ id: v.string(), public: v.string() }),
  /** "Remember me": without it no wrap by the device key is kept, and every start asks for the password. */
  remember: v.boolean(),
  /** Locked by the person or by time: a reload asks for the password even online. */
  locked: v.boolean(),
  /** `display-mode` and eviction checks ask whether this device ever held data. */
  created: v.string(),
  /** [PK-1] Account root key under what a passkey of this device says to `salt`; absent: the password alone opens. */
  passkey: v.optional(v.object({ credential: v.string(), salt: v.string(), wrapAccountRoot: v.string() })),
  /** Replicas of before the account's keys were new. */
  left: v.optional(v.array(leftReplica)),
});
export type DeviceAccount = v.InferOutput<typeof deviceAccount>;

/** The row that says which account is the current one. */
const currentPointer = v.object({ sub: v.string() });

/** The account that this device last worked for, or null. A row that does not parse counts as none. */
export function readCurrentAccount(store: ReplicaStore): Promise<DeviceAccount | null> {
  return store.read(function* () {
    const [pointer] = yield [{ op: 'get', table: 'meta', keys: ['current'] }];
    const current = v.safeParse(currentPointer, pointer?.[0]?.m);
    if (!current.success) return null;
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [accountKey(current.output.sub)] }];
    return parse(rows?.[0]?.m);
  });
}

/** This account's replica on this device, or null. */
export async function readAccount(store: ReplicaStore, sub: string): Promise<DeviceAccount | null> {
  return store.read(function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [accountKey(sub)] }];
    return parse(rows?.[0]?.m);
  });
}

/** Every account whose replica lies on this device. A row that does not parse counts as none. */
export async function listAccounts(store: ReplicaStore): Promise<readonly DeviceAccount[]> {
  return store.read(function* () {
    const [rows] = yield [{ op: 'range', table: 'meta', by: 'k', from: accountKey(''), to: accountKey('\uffff') }];
    return (rows ?? []).flatMap((row) => parse(row?.m) ?? []);
  });
}

/** Keeps the account and makes it the current one. */
export async function writeAccount(store: ReplicaStore, account: DeviceAccount): Promise<void> {
  await store.tx('strict', function* () {
    yield [
      {
        op: 'put',
        table: 'meta',
        rows: [
          { k: accountKey(account.sub), m: account },
          { k: 'current', m: { sub: account.sub } },
        ],
      },
    ];
  });
}

/**
 * [LK-2] The same for an account whose replica is open: where it was locked meanwhile, in this tab or another, the lock holds
 * and nothing is written.
 */
export async function keepAccount(
  store: ReplicaStore,
  account: DeviceAccount,
  change: Partial<DeviceAccount>,
): Promise<void> {
  await store.tx('strict', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [accountKey(account.sub)] }];
    const kept = parse(rows?.[0]?.m);
    if (kept?.locked) return;
    // What another tab wrote meanwhile stands where this one has nothing newer.
    const { passkey, ...rest } = kept ?? account;
    // [PK-1] But for a passkey where the account's keys are new: it would open nothing.
    const isKept = passkey && (change.generation ?? rest.generation) === rest.generation;
    const next = { ...rest, ...(isKept ? { passkey } : {}), ...change };
    yield [{ op: 'put', table: 'meta', rows: [{ k: accountKey(account.sub), m: next }] }];
  });
}

/** Without its wrap a live session's device key opens nothing: from here only the password does. `owing`: noted with it. */
export async function sealAccount(store: ReplicaStore, account: DeviceAccount, owing?: SessionDebt): Promise<void> {
  await store.tx('strict', function* () {
    if (owing) yield* owe(owing);
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [accountKey(account.sub)] }];
    const next = { ...(parse(rows?.[0]?.m) ?? account), locked: true, wrapDevice: null };
    yield [
      {
        op: 'put',
        table: 'meta',
        rows: [
          { k: accountKey(account.sub), m: next },
          { k: 'current', m: { sub: account.sub } },
        ],
      },
    ];
  });
}

/** This replica of before is gone: nothing in it was still waited for. */
export async function dropLeft(store: ReplicaStore, sub: string, replicaName: string): Promise<void> {
  await store.tx('strict', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [accountKey(sub)] }];
    const kept = parse(rows?.[0]?.m);
    if (!kept) return;
    const left = (kept.left ?? []).filter((one) => one.replicaName !== replicaName);
    yield [{ op: 'put', table: 'meta', rows: [{ k: accountKey(sub), m: { ...kept, left } }] }];
  });
}

/** [PK-1] From here on the password alone opens this account here, locked or not. */
export async function forgetPasskey(store: ReplicaStore, sub: string): Promise<void> {
  await store.tx('strict', function* () {
    const [rows] = yield [{ op: 'get', table: 'meta', keys: [accountKey(sub)] }];
    const kept = parse(rows?.[0]?.m);
    if (!kept?.passkey) return;
    const { passkey: _passkey, ...rest } = kept;
    yield [{ op: 'put', table: 'meta', rows: [{ k: accountKey(sub), m: rest }] }];
  });
}

/** Forgets the account on this device. */
export async function forgetAccount(store: ReplicaStore, sub: string): Promise<void> {
  await store.tx('strict', function* () {
    yield [{ op: 'delete', table: 'meta', keys: [accountKey(sub), 'current'] }];
  });
}

function accountKey(sub: string): string {
  return `account:${sub}`;
}

function parse(value: unknown): DeviceAccount | null {
  const parsed = v.safeParse(deviceAccount, value);
  return parsed.success ? parsed.output : null;
}
