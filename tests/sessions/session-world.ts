import sodium from 'libsodium-wrappers';
import type { ClientPorts, EngineKeys } from '../../sync/client/client-ports.ts';
import type { SignActivity } from '../../sync/client/keys/activity-signer.ts';
import { deviceStoreName, readCurrentAccount } from '../../sync/client/replica/device.ts';
import { putMeta, readMeta } from '../../sync/client/replica/meta.ts';
import { Client } from '../../sync/client/orchid-client.ts';
import { activityHeader } from '../../sync/core/device-statements.ts';
import { createKeyBundle, passwordKeys } from '../../sync/core/account-keys.ts';
import { MemoryDisk } from '../../sync/store/memory-store.ts';
import { call } from '../../server/store/port.ts';
import { TestServer, type TestServerOptions } from '../../server/testing/test-server.ts';
import type { SealedAnswer, SealedPush } from '../../sync/client/push/deliver-sealed.ts';
import type { ResetPorts } from '../../sync/client/session/reset-password.ts';
import type { ReplicaStore, Transport } from '../../sync/ports.ts';
import { runEngine, stillEngine } from './run-engine.ts';
import { FakePasskeys } from '../../sync/testing/fake-passkeys.ts';

export const person = { email: 'ann@test.invalid', password: 'correct horse' };
export const minuteMs = 60_000;

/** One device of one person over the real server: disks, cookies and clock are the test's, everything between is what ships. */
export class SessionWorld {
  readonly server: TestServer;
  client: Client;
  isOnline = true;
  /** Which calls reached the server. */
  readonly calls: string[] = [];
  /** How long a sealed push is on its way. */
  sealedWay: Promise<void> = Promise.resolve();
  readonly cookies = new Map<string, string>();
  readonly passkeys = new FakePasskeys();
  readonly #disks = new Map<string, MemoryDisk>();
  /** Another tab says something. */
  hear: (message: string) => void = () => undefined;
  /** Runs between the server's answer and the page that waits for it. */
  onAnswer: (path: string) => Promise<void> = () => Promise.resolve();
  #asking = 0;
  /** Of the engine that was woken last. */
  #engineKeys: EngineKeys | null = null;
  #lastActive: number | null = null;
  #sign: SignActivity | null = null;
  /** Timers of a page that is gone run nothing. */
  #life = 0;

  private constructor(server: TestServer) {
    this.server = server;
    this.client = new Client(this.#ports());
  }

  static async create(
    userType: 'orchid_pro' | 'member' = 'orchid_pro',
    options: TestServerOptions = {},
  ): Promise<SessionWorld> {
    await sodium.ready;
    const server = await TestServer.create(options);
    await server.addAccount('ann', userType);
    const keys = passwordKeys(sodium, rootOf(person.password));
    const { bundle } = createKeyBundle(sodium, { kek: keys.kek, sub: 'ann', now: '2026-11-21T09:00:00.000Z' });
    const authHash = await server.passwords.hashAuth(keys.auth);
    await server.store.write(function* () {
      const account = yield* call('accountBySub', 'ann');
      if (account) yield* call('putAccount', { ...account, authHash, bundle });
    });
    const world = new SessionWorld(server);
    await world.client.start();
    return world;
  }

  /** Another device of the same person. */
  async beside(): Promise<SessionWorld> {
    const other = new SessionWorld(this.server);
    await other.client.start();
    return other;
  }

  /** What a page without keys resets a password with. */
  resetPorts(): ResetPorts {
    const { clock } = this.server;
    return {
      ...this.#ports(),
      // Nobody else is there to wait for.
      clock: {
        now: () => clock.now(),
        after: (_ms, run) => {
          queueMicrotask(run);
          return () => undefined;
        },
      },
      pushSealed: (token, request) => this.#pushSealed(token, request),
    };
  }

  /** The store that says whose replicas lie here. */
  deviceStore(): ReplicaStore {
    return this.#diskOf(deviceStoreName).connect();
  }

  /** Names of the replicas that lie here. */
  replicas(): readonly string[] {
    return [...this.#disks.keys()].filter((name) => name !== deviceStoreName);
  }

  async #pushSealed(token: string, request: SealedPush): Promise<SealedAnswer> {
    if (!this.isOnline) return 'retry';
    await this.sealedWay;
    this.calls.push('sealed push');
    const response = await this.server.app.request('/api/sync/v1/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(request),
    });
    const answer = (await response.json()) as { readonly kind?: string; readonly mark?: number };
    return answer.kind === 'ok' && answer.mark !== undefined ? answer.mark : 'refused';
  }

  /** Sends and fetches until nothing waits, as the engine of the open tab does. */
  async sync(): Promise<void> {
    if (!this.#engineKeys) throw new Error('nothing was opened here');
    const { clock, registry } = this.server;
    const store = this.#diskOf(this.#engineKeys.replicaName).connect();
    await runEngine(this.#engineKeys, { store, registry, nowMs: clock.now(), transport: this.#transport() });
    await this.settle();
  }

  #transport(): Transport {
    return {
      push: async (request) => {
        const answer = await this.#api('POST', '/api/sync/v1/push', request);
        if (!answer) return { kind: 'unreachable' };
        if (answer.status !== 200) return { kind: 'refused', code: String(answer.status) };
        return { kind: 'answered', value: answer.body };
      },
      pull: async (request, onLine) => {
        if (!this.isOnline) return { kind: 'unreachable' };
        const query = new URLSearchParams({ client: request.clientId });
        if (request.cursor !== null) query.set('cursor', request.cursor);
        const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await this.server.app.request(`/api/sync/v1/pull?${query}`, { headers: { cookie } });
        if (response.status !== 200) return { kind: 'refused', code: String(response.status) };
        for (const line of (await response.text()).split('\n')) if (line !== '') await onLine(line);
        return { kind: 'answered', value: null };
      },
    };
  }

  /** Closes the page and opens it again: nothing that was in memory is there any more. */
  async reload(): Promise<void> {
    this.#life += 1;
    this.#sign = null;
    this.client = new Client(this.#ports());
    await this.client.start();
    await this.settle();
  }

  /** The machine loses power: the page writes nothing any more, and the next one finds what lay on stable storage. */
  losePower(): void {
    for (const disk of this.#disks.values()) disk.crash();
  }

  /** Time goes by, the person working on or not; a page that is open makes contact every five minutes. */
  async pass(minutes: number, how: { readonly active: boolean; readonly open?: boolean }): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      this.server.clock.pass(minuteMs);
      if (how.active) this.client.noteActivity();
      await this.settle();
      if (minute % 5 === 4 && how.open !== false && this.client.session.get().kind === 'unlocked') await this.contact();
    }
  }

  /** A request as the engine makes it, and the word of it in the status where the session is over. Whether it was answered. */
  async contact(): Promise<boolean> {
    const first = await this.#api('GET', '/api/users/v1/user_info');
    if (first && first.status === 403) await this.#api('POST', '/api/login/v1/renew_access_token');
    const answer = await this.#api('GET', '/api/users/v1/user_info');
    const problem = answer && answer.status === 403 ? 'signed-out' : null;
    const [name] = [...this.#disks.keys()].filter((key) => key !== deviceStoreName);
    if (name !== undefined && answer)
      await this.#diskOf(name)
        .connect()
        .tx('relaxed', function* () {
          const [status] = yield* readMeta('status');
          if (status) yield [putMeta('status', { ...status, online: problem === null, problem })];
        });
    for (let turn = 0; turn < 40; turn += 1) {
      this.server.clock.pass(500);
      await this.settle();
    }
    return answer?.status === 200;
  }

  /** What lies on the device of the account: wraps, and whether it is locked. */
  account(): ReturnType<typeof readCurrentAccount> {
    return readCurrentAccount(this.#diskOf(deviceStoreName).connect());
  }

  async settle(): Promise<void> {
    // Passwords are checked on a thread of their own: an answer may take longer than some turns of the loop.
    for (let turn = 0; turn < 4 || this.#asking > 0; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** What a person has to type until the server knows this device again. */
  async asked(): Promise<'nothing' | 'password of this device' | 'sign-in'> {
    let typed: 'nothing' | 'password of this device' = 'nothing';
    if (this.client.session.get().kind === 'locked') {
      typed = 'password of this device';
      await this.client.unlock(person.password);
      await this.settle();
    }
    for (let attempt = 0; attempt < 3; attempt += 1) if (await this.contact()) return typed;
    return 'sign-in';
  }

  #diskOf(name: string): MemoryDisk {
    const disk = this.#disks.get(name) ?? new MemoryDisk();
    this.#disks.set(name, disk);
    return disk;
  }

  #ports(): ClientPorts {
    const quiet = () => undefined;
    const life = this.#life;
    const { clock, random } = this.server;
    return {
      clock: {
        now: () => clock.now(),
        after: (ms, run) => clock.after(ms, () => (life === this.#life ? run() : undefined)),
      },
      random,
      log: { error: quiet, info: quiet, debug: quiet },
      api: { call: (method, path, body) => this.#api(method, path, body) },
      passkeys: this.passkeys,
      openStore: (name) => this.#diskOf(name).connect(),
      deleteStore: (name) => Promise.resolve(void this.#disks.delete(name)),
      loadSodium: () => Promise.resolve(sodium),
      deriveRoot: (password) => Promise.resolve(rootOf(password)),
      startEngine: (keys) => {
        // Whoever locks overwrites them.
        this.#engineKeys = { ...keys, replicaKey: keys.replicaKey.slice() };
        return stillEngine;
      },
      activity: {
        read: () => this.#lastActive,
        write: (nowMs) => (this.#lastActive = nowMs),
        clear: () => (this.#lastActive = null),
      },
      signRequests: (sign) => (this.#sign = sign),
      origin: 'http://localhost',
      alone: (run) => run(),
      flush: () => Promise.resolve(),
      nudgeDeposit: quiet,
      tabs: { post: quiet, listen: (onMessage) => (this.hear = onMessage) },
      keyRelay: { ask: () => Promise.resolve(null), answer: quiet },
      persistStorage: () => Promise.resolve('persistent'),
      deviceName: () => 'App on Android',
      zone: () => 'America/New_York',
    };
  }

  async #api(method: string, path: string, body: unknown = {}): ReturnType<ClientPorts['api']['call']> {
    if (!this.isOnline) return null;
    this.#asking += 1;
    return this.#ask(method, path, body).finally(() => (this.#asking -= 1));
  }

  async #ask(method: string, path: string, body: unknown): ReturnType<ClientPorts['api']['call']> {
    this.calls.push(path);
    const now = this.server.clock.now();
    const idle = this.#lastActive === null ? null : now - this.#lastActive;
    const response = await this.server.app.request(path, {
      method,
      headers: {
        'content-type': 'application/json',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(idle === null ? {} : { 'x-orchid-idle-ms': String(idle) }),
        ...(idle === null || !this.#sign ? {} : { [activityHeader]: this.#sign(now, idle) }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      if (/max-age=0(;|$)/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, pair.slice(name.length + 1));
    }
    const said: unknown = await response.json();
    await this.onAnswer(path);
    return { status: response.status, body: said };
  }
}

/** Stands for Argon2id, which is no part of what is tested here. */
function rootOf(password: string): Uint8Array {
  return sodium.crypto_generichash(32, password, null);
}
