import sodium from 'libsodium-wrappers';
import { expect } from 'vitest';
import type { SignActivity } from '../client/keys/activity-signer.ts';
import type { Api, ClientPorts, EngineKeys } from '../client/client-ports.ts';
import { deviceStoreName } from '../client/replica/device.ts';
import { Client } from '../client/orchid-client.ts';
import { createKeyBundle, passwordKeys } from '../core/account-keys.ts';
import { toBase64Url } from '../core/base64url.ts';
import type { ReplicaStore } from '../ports.ts';
import { kdfFloor } from '../protocol/session-message.ts';
import { MemoryDisk, type StoreFault } from '../store/memory-store.ts';
import { FakeClock, seededRandom } from './builders.ts';
import { FakePasskeys } from './fake-passkeys.ts';

export const sub = 'pro-1';
export const credentials = { email: 'one@test.invalid', password: 'correct horse' };
const kdf = { ...kdfFloor, salt: toBase64Url(new Uint8Array(16).fill(3)) };

export const deviceKey = toBase64Url(new Uint8Array(32).fill(8));

export type Answer = Awaited<ReturnType<Api['call']>>;

/** One tab over disks and a network that a test can break, and what the tab let go of. */
export class ClientWorld {
  readonly clock = new FakeClock();
  readonly disks = new Map<string, MemoryDisk>();
  /** Another tab says something. */
  tell: (message: string) => void = () => undefined;
  /** What the tab told others, and which calls reached the network. */
  readonly posted: string[] = [];
  readonly calls: string[] = [];
  readonly client: Client;
  /** The very bytes that the tab works with, not copies of them. */
  keys: EngineKeys | null = null;
  isWorkerMissing = false;
  /** The key that another tab gives to one that starts. */
  relayed: Uint8Array | null = null;
  isEngineStopped = false;
  wakes = 0;
  onDerive: (password: string) => void = () => undefined;
  readonly passkeys = new FakePasskeys();
  readonly #sent: { readonly path: string; readonly body: unknown }[] = [];
  /** What the tab calculates with. */
  sodium: typeof sodium = sodium;
  /** What a sign-in answers beside or instead of the usual. */
  signedIn: Readonly<Record<string, unknown>> = {};
  preLogin: unknown = { kdf };
  /** How requests of this page prove activity. */
  signer: SignActivity | null = null;
  network: () => Promise<Answer> = () => Promise.resolve({ status: 200, body: {} });
  /** Storage that answers neither well nor badly, as a blocked database does. */
  isStorageStalled = false;
  #giveKey: Parameters<ClientPorts['keyRelay']['answer']>[0] = () => null;
  readonly #passwordKeys = passwordKeys(sodium, rootOf(credentials.password));
  /** The account's keys, as an honest server sends them. */
  readonly bundle = createKeyBundle(sodium, { kek: this.#passwordKeys.kek, sub, now: '2026-11-21T09:00:00.000Z' })
    .bundle;

  readonly #change: (ports: ClientPorts) => ClientPorts;

  /** `change`: ports of the test's own, such as some that say when they were used. */
  constructor(change: (ports: ClientPorts) => ClientPorts = (ports) => ports) {
    this.#change = change;
    this.client = new Client(this.#ports());
  }

  /** A client that signed in, with a replica on its disk. */
  static async unlocked(change?: (ports: ClientPorts) => ClientPorts): Promise<ClientWorld> {
    await sodium.ready;
    const world = new ClientWorld(change);
    await world.client.start();
    expect(await world.client.signIn(credentials)).toEqual({ kind: 'ok' });
    expect(world.client.session.get().kind).toBe('unlocked');
    return world;
  }

  /** What was last sent there. */
  sent(path: string): unknown {
    return this.#sent.findLast((call) => call.path === path)?.body;
  }

  /** The same device, opened anew. */
  reopened(): Client {
    return new Client(this.#ports());
  }

  /** The disk that the device's accounts lie on, or that of the replica. */
  disk(which: 'device' | 'replica'): MemoryDisk {
    const name = [...this.disks.keys()].find((key) => (key === deviceStoreName) === (which === 'device'));
    return this.#diskOf(name ?? '');
  }

  /** Names of what a locked or signed-out tab must not have any more. */
  async leftovers(): Promise<string[]> {
    const { replicaKey, depositKeys = [], signing } = this.keys ?? {};
    const held = [replicaKey, signing?.privateKey, ...depositKeys.map(([, key]) => key)];
    const write = await this.client.mutate('note.edit', {});
    return [
      ...(held.some((key) => key?.some((byte) => byte !== 0)) ? ['key bytes'] : []),
      ...(this.#giveKey() ? ['a key for other tabs'] : []),
      ...(this.isEngineStopped ? [] : ['a running engine']),
      ...(write.kind === 'not-saved' && write.reason === 'locked' ? [] : ['a write not refused as locked']),
    ];
  }

  #diskOf(name: string): MemoryDisk {
    const disk = this.disks.get(name) ?? new MemoryDisk();
    this.disks.set(name, disk);
    return disk;
  }

  #open(name: string): ReplicaStore {
    const store = this.#diskOf(name).connect();
    const stalled = new Promise<never>(() => undefined);
    return {
      ...store,
      tx: (durability, body) => (this.isStorageStalled ? stalled : store.tx(durability, body)),
      read: (body) => (this.isStorageStalled ? stalled : store.read(body)),
    };
  }

  #ports(): ClientPorts {
    const quiet = () => undefined;
    return this.#change({
      clock: this.clock,
      random: seededRandom(5),
      log: { error: quiet, info: quiet, debug: quiet },
      api: {
        call: (_method, path, body) => {
          this.#sent.push({ path, body });
          return this.#call(path);
        },
      },
      openStore: (name) => this.#open(name),
      deleteStore: (name) => Promise.resolve(void this.disks.delete(name)),
      loadSodium: () => Promise.resolve(this.sodium),
      deriveRoot: (password) => {
        this.onDerive(password);
        return Promise.resolve(rootOf(password));
      },
      startEngine: (keys) => {
        this.keys = keys;
        if (this.isWorkerMissing) throw new Error('no worker');
        this.isEngineStopped = false;
        return {
          wake: () => (this.wakes += 1),
          cycleOnce: () => Promise.resolve(),
          setVisible: quiet,
          setSigning: quiet,
          stop: () => (this.isEngineStopped = true),
        };
      },
      activity: { read: () => this.clock.now(), write: quiet, clear: quiet },
      signRequests: (sign) => (this.signer = sign),
      origin: 'http://localhost',
      alone: (run) => run(),
      flush: () => Promise.resolve(),
      nudgeDeposit: quiet,
      tabs: { post: (message) => this.posted.push(message), listen: (onMessage) => (this.tell = onMessage) },
      keyRelay: { ask: () => Promise.resolve(this.relayed), answer: (give) => (this.#giveKey = give) },
      passkeys: this.passkeys,
      persistStorage: () => Promise.resolve('persistent'),
      zone: () => 'UTC',
    });
  }

  async #call(path: string): Promise<Answer> {
    this.calls.push(path);
    if (path === '/api/login/v1/pre_login') return { status: 200, body: this.preLogin };
    return path === '/api/login/v1/initiate_auth' ? { status: 200, body: this.#signedIn() } : this.network();
  }

  #signedIn(): unknown {
    return {
      nextStep: 'success',
      sub,
      kdf,
      bundle: this.bundle,
      server_key: { id: 's1', public: toBase64Url(sodium.crypto_box_keypair().publicKey) },
      device_key: deviceKey,
      session: 'session-1',
      device: 'AAAAAAAAAAAAAAAA',
      ...this.signedIn,
    };
  }
}

/** Stands for Argon2id, which is no part of what is tested here. */
function rootOf(password: string): Uint8Array {
  return sodium.crypto_generichash(32, password, null);
}

export const failing =
  (...operations: readonly Parameters<StoreFault>[0][]): StoreFault =>
  (operation) =>
    operations.includes(operation) ? 'failed' : null;
