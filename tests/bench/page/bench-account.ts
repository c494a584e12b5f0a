import { argon2id } from 'hash-wasm';
import sodium from 'libsodium-wrappers';
import type { ClientPorts, EngineKeys } from '../../../sync/client/client-ports.ts';
import { deviceStoreName, type DeviceAccount } from '../../../sync/client/replica/device.ts';
import { openReplica } from '../../../sync/client/replica/open-replica.ts';
import { openKeys } from '../../../sync/client/keys/replica-keys.ts';
import type { Replica } from '../../../sync/client/replica/replica.ts';
import { registerDepositKey } from '../../../sync/client/keys/register-keys.ts';
import { signInOnline } from '../../../sync/client/session/session.ts';
import { registry } from '../../../sync/collections/index.ts';
import { fromBase64Url } from '../../../sync/core/base64url.ts';
import type { KdfParams } from '../../../sync/protocol/session-message.ts';
import { deleteIndexedDbStore, openIndexedDbStore } from '../../../sync/store/indexeddb-store.ts';
import { fetchApi } from '../../../sync/web/fetch-api.ts';
import { consoleLog, systemClock, systemRandom } from '../../../sync/web/system-ports.ts';
import { futureSessions } from './bench-notes.ts';
import { sessionsShown } from './raw-start.ts';
import { noPasskeys } from '../../../sync/testing/fake-passkeys.ts';

/** A replica of a signed-in account, opened on the page, and the keys for an engine over it. */
export interface BenchReplica {
  readonly replica: Replica;
  readonly keys: EngineKeys;
}

/** What signing in and registering need; the page draws nothing. */
const ports: ClientPorts = {
  clock: systemClock,
  random: systemRandom,
  log: consoleLog,
  api: fetchApi,
  openStore: (name) => openIndexedDbStore({ name }),
  deleteStore: deleteIndexedDbStore,
  loadSodium: async () => {
    await sodium.ready;
    return sodium;
  },
  deriveRoot: (password: string, kdf: KdfParams) =>
    argon2id({
      password,
      salt: fromBase64Url(kdf.salt),
      iterations: kdf.ops,
      memorySize: kdf.memKiB,
      parallelism: 1,
      hashLength: 32,
      outputType: 'binary',
    }),
  passkeys: noPasskeys,
  startEngine: () => {
    throw new Error('the bench starts engines itself');
  },
  activity: { read: () => null, write: () => undefined, clear: () => undefined },
  signRequests: () => undefined,
  origin: '',
  alone: (run) => run(),
  nudgeDeposit: () => undefined,
  tabs: { post: () => undefined, listen: () => undefined },
  persistStorage: async () => 'unknown',
  flush: () => Promise.resolve(),
  keyRelay: { ask: () => Promise.resolve(null), answer: () => undefined },
  zone: () => 'America/New_York',
};

/** Where the time and the randomness of a bench write come from. */
export const writePorts = { clock: ports.clock, random: ports.random, zone: ports.zone };

/** One signed-in account that can have any number of replicas. */
export class BenchAccount {
  readonly #account: DeviceAccount;
  readonly #root: Uint8Array;
  readonly #replicaKey: Uint8Array;

  private constructor(account: DeviceAccount, root: Uint8Array, replicaKey: Uint8Array) {
    this.#account = account;
    this.#root = root;
    this.#replicaKey = replicaKey;
  }

  static async signIn(email: string, password: string): Promise<BenchAccount> {
    const device = openIndexedDbStore({ name: deviceStoreName });
    const result = await signInOnline(ports, device, { email, password });
    device.close();
    if (result.kind !== 'ok' || !result.opened.accountRoot) throw new Error(`sign-in: ${JSON.stringify(result)}`);
    return new BenchAccount(result.opened.account, result.opened.accountRoot, result.opened.replicaKey);
  }

  /** From the keys at hand to the next fifty sessions, as the app opens a replica. Milliseconds; closed again after. */
  async start(replicaName: string): Promise<number> {
    const from = performance.now();
    const store = ports.openStore(replicaName, {});
    const opened = {
      account: this.#account,
      replicaKey: this.#replicaKey,
      accountRoot: null,
      email: null,
      facts: null,
    };
    const { replica, lease } = await openReplica(ports, store, opened, () => undefined);
    await futureSessions(replica, sessionsShown);
    const ms = performance.now() - from;
    lease.stop();
    store.close();
    return ms;
  }

  /** A replica by this name, new or kept, with its outbox key registered. */
  async openReplica(replicaName: string): Promise<BenchReplica> {
    const store = openIndexedDbStore({ name: replicaName });
    const { principal, sub } = this.#account;
    const opened = await openKeys(store, {
      sodium,
      random: systemRandom,
      replicaKey: this.#replicaKey,
      accountRoot: this.#root,
      email: null,
    });
    if (!(await registerDepositKey(ports, store, { account: this.#account, ring: opened.ring })))
      throw new Error('the outbox key was not registered');
    const replica: Replica = {
      store,
      registry,
      sodium,
      random: systemRandom,
      gate: { closed: false },
      sealer: opened.sealer,
      actor: { principal, sub },
      depositKeys: opened.ring.deposit,
      depositKeyId: opened.ring.depositId,
      lockEpoch: opened.lockEpoch,
    };
    const keys: EngineKeys = {
      replicaName,
      sub,
      principal,
      replicaKey: this.#replicaKey,
      depositKeys: [...opened.ring.deposit],
      depositKeyId: opened.ring.depositId,
      lockEpoch: opened.lockEpoch,
      signing: null,
    };
    return { replica, keys };
  }
}
