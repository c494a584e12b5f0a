import sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import type { Body, Log, ReplicaStore, Transport } from '../../sync/ports.ts';
import type { Json } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { MutateOptions, MutateResult } from '../../sync/client/api.ts';
import { claimReplica } from '../../sync/client/replica/claim-replica.ts';
import { openKeys, raiseLock } from '../../sync/client/keys/replica-keys.ts';
import { readMeta } from '../../sync/client/replica/meta.ts';
import { LockedError, type Replica } from '../../sync/client/replica/replica.ts';
import { Lease } from '../../sync/client/session/lease.ts';
import type { Place } from '../../sync/client/pull/pull.ts';
import { deliverSealed } from '../../sync/client/push/deliver-sealed.ts';
import { SyncEngine } from '../../sync/client/lead/sync-engine.ts';
import { writeMutation } from '../../sync/client/write/write.ts';
import { MemoryDisk, type SavedDisk } from '../../sync/store/memory-store.ts';
import { StoreError } from '../../sync/store/store-error.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import { createFetchTransport } from '../../sync/web/fetch-transport.ts';
import { pushSealed } from '../../sync/web/push-sealed.ts';
import { DeviceNetwork } from './device-network.ts';
import { DeviceSession, type Cookies, type TabKeys } from './device-session.ts';
import { winterOffsets } from './oracle/winter-offsets.ts';
import { accountOf } from './sim-accounts.ts';
import type { ServerHooks, SimServer } from './sim-server.ts';
import { TabWatch } from './tab-watch.ts';
import { SkewedClock, type VirtualTime } from './virtual-clock.ts';

/** Lets a planted bug take the place of the store. */
export type StoreWrapper = (store: ReplicaStore, owner: string) => ReplicaStore;

export interface DeviceOptions {
  readonly name: string;
  readonly sub: string;
  readonly server: SimServer;
  readonly hooks: ServerHooks;
  readonly time: VirtualTime;
  readonly registry: Registry;
  readonly seed: number;
  readonly wrapStore: StoreWrapper;
  readonly onPush: (device: SimDevice, tab: string, phase: 'begin' | 'end') => void;
}

interface Tab extends TabKeys {
  readonly owner: string;
  readonly store: ReplicaStore;
  readonly engine: SyncEngine;
  readonly watch: TabWatch;
  readonly lease: Lease;
  /** Where it said that it stands; the server takes it once. */
  readonly follows: { place: Place | null };
}

const zones = [...winterOffsets.keys()];
/** How long a slow disk takes over a read. */
const slowReadMs = 30;
/** A read that storage refused is tried again by then. */
const calmAfterMs = 4000;

/** A change that the device called saved. */
export interface SavedChange {
  /** The text it wrote; '' where it wrote none. */
  readonly text: string;
}

/** A device of one account: a disk that can crash, tabs with an engine each, a network of its own. */
export class SimDevice {
  readonly name: string;
  readonly sub: string;
  readonly disk = new MemoryDisk();
  readonly clock: SkewedClock;
  readonly network: DeviceNetwork;
  readonly session: DeviceSession;
  readonly #options: DeviceOptions;
  readonly #random: ReturnType<typeof seededRandom>;
  #tabs: Tab[] = [];
  /** Where it is. */
  readonly #zone: string;
  #owners = 0;
  #copy: {
    readonly disk: SavedDisk;
    readonly cookies: Cookies;
    readonly saved: ReadonlyMap<string, SavedChange>;
  } | null = null;
  #isComingBack = false;
  isLocked = false;
  #deliveries = 0;
  #isHealed = false;
  /** The build that a new tab of this device runs. */
  #build: Registry;
  /** What went wrong with the machine; the network counts its own. */
  machineFaults = 0;
  /** When storage refused last, by the world's time. */
  refusedAtMs = 0;
  /** A fault of storage is set, whether or not it has struck. */
  isStorageFailing = false;
  /** How often its disk was turned back or its tabs were started anew. */
  restarts = 0;
  /** uids that were called saved and that nothing but this product may lose. */
  saved = new Map<string, SavedChange>();
  /** Where the person typed last, and the change that it became. */
  lastTyped: { readonly appointment: string; readonly field: string; readonly base: string } | null = null;
  /** Promises broken on the way: what the end state does not show. */
  readonly violations: string[] = [];
  readonly log: Log = {
    // Crashed stores make engines complain; what matters is checked by the oracle. But a replica that had to be healed
    // was wrong, even if it is right in the end.
    error: (event, detail) => {
      if (event === 'sync.diverged' || event === 'sync.damaged')
        this.violations.push(`${this.name}: ${event} in ${String(detail?.['collection'])}`);
    },
    info: () => undefined,
    debug: () => undefined,
  };

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.#build = options.registry;
    this.#zone = zones[options.seed % zones.length] ?? 'UTC';
    this.name = options.name;
    this.sub = options.sub;
    this.clock = new SkewedClock(options.time);
    this.#random = seededRandom(options.seed);
    const { server, hooks, time, sub } = options;
    this.network = new DeviceNetwork({ server, hooks, random: this.#random, sub });
    const serverNow = (): number => time.nowMs;
    const hasKey = this.#random.chance(0.4);
    this.session = new DeviceSession({ network: this.network, sub, clock: this.clock, serverNow, hasKey });
    this.session.onOver = () => this.#noteOver();
    // Sockets end with the process that held them.
    server.onDeath.add(() => this.#connect());
    this.#connect();
  }

  get faults(): number {
    return this.machineFaults + this.network.faults;
  }

  /** A socket to the server that is up now. */
  #connect(): void {
    for (const tab of this.#tabs) tab.follows.place = null;
    const { session } = this;
    this.#options.server.join({
      principal: this.sub,
      get familyId() {
        return session.familyId;
      },
      send: () => undefined,
      change: () => this.#hear(),
      signOut: () => undefined,
      moveTo: ({ clientId, cursor }) => {
        for (const { follows } of this.#tabs)
          if (follows.place?.clientId === clientId) follows.place = { ...follows.place, cursor };
      },
    });
  }

  /** The server says that there is something, or sends it. */
  #hear(): void {
    if (!this.network.online) return;
    for (const tab of this.#tabs) {
      if (tab.follows.place && this.#random.chance(0.6)) void this.#sendPage(tab);
      else tab.engine.wake();
    }
  }

  /** Signs in, on a network that works; what the device delivers by is registered beside it. */
  async signIn(): Promise<void> {
    if (!this.network.online) return;
    await this.session.signIn();
    this.#register();
    this.wake();
  }

  /** The product registers with every session; here, mostly where the server would not know the key: it costs two curves. */
  #register(): void {
    const tab = this.#tabs.at(-1);
    if (!tab) return;
    const isDue = this.#random.chance(0.3);
    this.#besides(
      isRegistered(tab).then(async (isKnown) => {
        if (isDue || !isKnown) await this.session.registerDeposit(tab);
        await this.session.registerSign(tab);
      }),
    );
  }

  /** The server says that the session is over: some devices come back by themselves, the others wait for their person. */
  #noteOver(): void {
    if (this.#isComingBack) return;
    if (this.#isHealed) this.#comeBack(() => this.session.signIn().then(() => true));
    else if (this.#random.chance(0.5)) {
      const tab = this.#tabs.at(-1);
      if (tab) this.#comeBack(() => this.session.resume(tab));
    }
  }

  /** The person signs in where a session has ended. Whatever begins or ends one waits for its turn in a browser: not beside another that is under way. */
  async signInAgain(): Promise<void> {
    if (this.session.isOver && !this.#isComingBack) await this.signIn();
  }

  #comeBack(how: () => Promise<boolean>): void {
    this.#isComingBack = true;
    const coming = how()
      .then((isBack) => {
        if (!isBack) return;
        this.#register();
        this.wake();
      })
      .finally(() => (this.#isComingBack = false));
    this.#besides(coming);
  }

  /** Goes on beside everything else; storage that fails and a lock may end it. */
  #besides(task: Promise<unknown>): void {
    task.catch((error: unknown) => {
      if (error instanceof StoreError || error instanceof LockedError) return;
      this.violations.push(`${this.name}: ${error instanceof Error ? `${error.name} ${error.message}` : 'unknown'}`);
    });
  }

  /** Opens a tab; a disk that fails just now lets it fail, as a browser would. */
  async openTab(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.machineFaults += 1;
    }
  }

  async #open(): Promise<void> {
    // Whoever opens it has typed the password.
    this.isLocked = false;
    this.#owners += 1;
    const owner = `${this.name}.${this.#owners}`;
    const store = this.#options.wrapStore(this.disk.connect(), owner);
    const keys = await openKeys(store, {
      sodium,
      random: this.#random,
      replicaKey: new Uint8Array(32).fill(7),
      accountRoot: accountOf(this.sub).root.slice(),
      email: null,
    });
    this.#options.server.overheard.learn(keys.ring.deposit);
    const unguarded: Replica = {
      store,
      registry: this.#build,
      sodium,
      random: this.#random,
      gate: { closed: false },
      sealer: keys.sealer,
      actor: { principal: this.sub, sub: this.sub },
      depositKeys: keys.ring.deposit,
      depositKeyId: keys.ring.depositId,
      lockEpoch: keys.lockEpoch,
    };
    await claimReplica(unguarded);
    let seen = 0;
    const lease = new Lease(unguarded, this.clock, ({ turn }) => {
      if (turn === seen) return;
      seen = turn;
      // As the gate of the pages does: what opens or closes is read anew.
      this.#tabs.find((tab) => tab.owner === owner)?.watch.restart();
    });
    await lease.start();
    const replica: Replica = { ...unguarded, lease };
    const follows: Tab['follows'] = { place: null };
    const engine = new SyncEngine({
      // It shows nothing.
      replica: unguarded,
      onRest: (place) => (follows.place = place),
      transport: this.#transport(owner),
      clock: this.clock,
      random: this.#random,
      log: this.log,
      owner,
      registerKey: () => this.session.registerDeposit({ replica, ring: keys.ring }),
      onLocked: () => this.#closeTab(owner),
    });
    engine.start();
    const isSlow = this.#random.chance(0.3);
    const watch = new TabWatch(isSlow ? { ...replica, store: this.#slowly(store) } : replica, replica, this.clock);
    this.#tabs.push({ owner, store, replica, ring: keys.ring, engine, follows, watch, lease });
    if (!this.session.isOver && !(await isRegistered({ replica, ring: keys.ring }))) this.#register();
  }

  /** The app is updated: a new tab runs the newest build, old ones are still open. */
  async update(): Promise<void> {
    if (this.#build === this.#options.server.registry) return;
    this.#build = this.#options.server.registry;
    await this.openTab();
  }

  /** What the product does with a tab that was locked, or that another build has taken over from. */
  #closeTab(owner: string): void {
    const tab = this.#tabs.find((one) => one.owner === owner);
    if (tab) end(tab);
    this.#tabs = this.#tabs.filter((one) => one !== tab);
  }

  /** The server sends a page by itself; it can come late, be cut or not come at all. */
  async #sendPage(tab: Tab): Promise<void> {
    const { place } = tab.follows;
    tab.follows.place = null;
    if (!place) return;
    const { server, hooks } = this.#options;
    const { familyId } = this.session;
    const found = await server.follow({ principal: this.sub, familyId, ...place });
    await this.network.wait(1 + this.#random.below(this.network.odds.slowMs));
    if (!this.network.online || this.network.fault(this.network.odds.drop)) return;
    if (found.kind === 'page') tab.engine.offer(place, hooks.carryLines(found.lines));
    else tab.engine.wake();
  }

  get tabs(): number {
    return this.#tabs.length;
  }

  get replica(): Replica | null {
    return this.#tabs.find(({ replica }) => replica.registry === this.#build)?.replica ?? null;
  }

  closeTab(): void {
    const tab = this.#tabs.pop();
    if (tab) end(tab);
  }

  /** The machine loses power and starts again: relaxed writes since the last strict one are gone. */
  async crash(): Promise<void> {
    await this.#restart(() => this.disk.crash());
  }

  /** A backup program, or the person, copies the browser's profile. */
  copyProfile(): void {
    this.#copy = { disk: this.disk.save(), cookies: this.session.cookies, saved: new Map(this.saved) };
  }

  /** The copy is put back: what was written since, and had not left, is lost by the restoring and not by us. */
  async restoreProfile(): Promise<void> {
    const copy = this.#copy;
    if (!copy) return;
    const arrived = await this.#arrived();
    await this.#restart(() => {
      this.disk.restore(copy.disk);
      this.session.setCookies(copy.cookies);
    });
    // What was typed into a change after the copy went with it, and so did what needed attention; what had left, arrived.
    const stays = [...arrived].map((uid) => [uid, { text: '' }] as const);
    this.saved = new Map([...copy.saved, ...stays]);
  }

  /** The browser throws everything away, as it may where storage is not persistent. */
  async evict(): Promise<void> {
    const arrived = await this.#arrived();
    await this.#restart(() => {
      this.disk.wipe();
      this.session.setCookies(new Map());
      this.session.isOver = true;
    });
    this.saved = new Map([...arrived].map((uid) => [uid, { text: '' }]));
    // What was refused went with the disk; the server still says so, but this device's list is gone.
    this.#copy = null;
    // Nothing opens a device that holds nothing but its person.
    await this.signIn();
  }

  /** Uids with an outcome that this device need not show any more: applied ones. */
  async #arrived(): Promise<ReadonlySet<string>> {
    return this.#options.server.appliedUids(this.sub, [...this.saved.keys()]);
  }

  async #restart(lose: () => void): Promise<void> {
    const count = this.#tabs.length;
    for (const tab of this.#tabs) end(tab);
    this.#tabs = [];
    lose();
    this.restarts += 1;
    this.machineFaults += 1;
    for (let index = 0; index < Math.max(1, count); index += 1) await this.openTab();
  }

  /** Locks in one tab; every tab's keys are void from then on, also for a write that comes late. */
  async lockAndUnlock(): Promise<void> {
    const stale = this.#tabs[0];
    if (!stale) return;
    try {
      await raiseLock(stale.store);
    } catch (error) {
      // The epoch may be raised all the same; the product closes the screen and drops the keys whatever storage says.
      if (!(error instanceof StoreError)) throw error;
      await this.#restart(() => undefined);
      return;
    }
    const late = await this.#write(stale, 'appointment.cancel', { appointment_id: 'b1' }, {});
    if (late.kind === 'saved') this.violations.push(`${this.name}: a locked tab wrote`);
    await this.#restart(() => undefined);
  }

  /** [LK-3] Locked: the keys are gone, the session ends, and what waits lies there sealed. */
  async lock(how: 'lock' | 'logout'): Promise<void> {
    const [tab] = this.#tabs;
    if (!tab) return;
    try {
      await raiseLock(tab.store);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      // As far as this tab could: the others find out, or are closed with it.
    }
    for (const one of this.#tabs) end(one);
    this.#tabs = [];
    this.isLocked = true;
    await this.endSession(how);
  }

  /** The service worker delivers what lies there, by its token alone; goes on beside everything else. */
  deliverLocked(): void {
    this.#besides(this.#deliver());
  }

  async #deliver(): Promise<void> {
    const store = this.disk.connect();
    const send = async (path: string, init: RequestInit): Promise<Response> => {
      const response = await this.network.send(path, init);
      // As `fetch` does where no answer came.
      if (!response) throw new TypeError('Failed to fetch');
      if (!this.session.isTrusted) await this.#insistThatItIsKept(response);
      return response;
    };
    this.#deliveries += 1;
    const isAlone = this.#deliveries === 1;
    try {
      const outcome = await deliverSealed(store, {
        push: (token, request) => pushSealed(token, request, send),
        wait: (ms) => this.network.wait(ms),
      });
      const isSettled = outcome === 'delivered' || (outcome === 'nothing' && isAlone && this.#deliveries === 1);
      // A page that was opened meanwhile delivers by itself, and writes more.
      if (isSettled && this.isLocked && (await store.read(waitsForDelivery)))
        this.violations.push(`${this.name}: a delivery ended as ${outcome}, and something waits`);
    } finally {
      this.#deliveries -= 1;
      store.close();
    }
  }

  /** [AV-3] What a device sends after a log-out lies sealed until somebody signs in there. */
  async #insistThatItIsKept(response: Response): Promise<void> {
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('application/json')) return;
    const { kind } = v.parse(v.object({ kind: v.string() }), await response.clone().json());
    if (kind === 'ok' && !this.session.isTrusted) this.violations.push(`${this.name}: delivered after a log-out`);
  }

  /** The person types the password: works without a network, and comes back to the server by the device's own key. */
  async unlock(): Promise<void> {
    this.isLocked = false;
    if (this.#tabs.length > 0) return;
    await this.openTab();
    const tab = this.#tabs.at(-1);
    if (tab && this.session.isOver && !this.#isComingBack) this.#comeBack(() => this.session.resume(tab));
  }

  /** The session ends at the server: by a log-out that was meant for good, or as a lock ends it. */
  async endSession(how: 'lock' | 'logout'): Promise<void> {
    if (!this.network.online) return;
    // Of a device that is coming back meanwhile nobody can say which came first.
    await this.session.end(this.#isComingBack ? 'lock' : how);
    this.machineFaults += 1;
  }

  /** Storage answers again. */
  repair(): void {
    this.disk.fault = () => null;
    this.isStorageFailing = false;
  }

  /** Every fault ends, and the person is there. */
  async heal(): Promise<void> {
    this.#isHealed = true;
    this.network.heal();
    this.clock.skewMs = 0;
    this.repair();
    await this.update();
    if (!this.replica) await this.openTab();
    if (this.session.isOver) await this.signIn();
  }

  /** Something told it to look again: the page came to the front, or the network is back. */
  wake(): void {
    for (const tab of this.#tabs) tab.engine.wake();
  }

  stop(): void {
    for (const tab of this.#tabs) end(tab);
  }

  /** A disk, and tabs, that take their time over what a page asks for. */
  #slowly(store: ReplicaStore): ReplicaStore {
    return {
      ...store,
      // What another tab tells comes in order, and later than what this one has done since.
      watch: (onChange) =>
        store.watch((change) => {
          if (change.isForeign) this.#options.time.after(slowReadMs / 2, () => onChange(change));
          else onChange(change);
        }),
      watchComing: (onComing) =>
        store.watchComing((announced) => this.#options.time.after(slowReadMs / 2, () => onComing(announced))),
      read: async (body) => {
        const read = await store.read(body);
        await this.network.wait(this.#random.below(slowReadMs));
        return read;
      },
    };
  }

  /** What a page of this device shows and is not what a fresh read says; a slow disk gets a moment to say it. */
  async watchProblems(): Promise<readonly string[]> {
    let found = await this.#watchDifferences();
    // Another commit may have come just now: what is wrong stays wrong.
    for (let moment = 0; moment < 3 && found.length > 0; moment += 1) {
      await this.#options.time.pass(slowReadMs * 4);
      found = await this.#watchDifferences();
    }
    return found;
  }

  async #watchDifferences(): Promise<readonly string[]> {
    const found: string[] = [];
    const isCalm = this.#options.time.nowMs - this.refusedAtMs > calmAfterMs;
    for (const { watch } of this.#tabs)
      found.push(...(await watch.differences(isCalm)).map((problem) => `${this.name}: ${problem}`));
    return found;
  }

  async mutate(name: string, args: Json, options: MutateOptions, text = ''): Promise<MutateResult | null> {
    const tab = this.#tabs[this.#random.below(this.#tabs.length)];
    if (!tab) return null;
    const result = await this.#write(tab, name, args, options);
    // A rewritten mutation carries its newest text only.
    if (result.kind === 'saved') this.saved.set(result.uid, { text });
    // Typed on, and told "not saved" of a commit whose answer was lost: the change may hold either words.
    const rewritten = this.lastTyped?.base;
    if (result.kind === 'not-saved' && rewritten !== undefined && this.saved.has(rewritten))
      this.saved.set(rewritten, { text: '' });
    return result;
  }

  #write(tab: Tab, name: string, args: Json, options: MutateOptions): Promise<MutateResult> {
    return writeMutation(
      tab.replica,
      { clock: this.clock, random: this.#random, zone: () => this.#zone },
      { name, args, options },
    );
  }

  #transport(owner: string): Transport {
    const inner = createFetchTransport(this.session.ask);
    return {
      push: async (request, signal) => {
        // As `fetch` does with a signal that has fired: nothing leaves.
        if (signal?.aborted) return { kind: 'unreachable' };
        this.#options.onPush(this, owner, 'begin');
        // An aborted request is no longer this tab's; what the server makes of it is the server's business.
        signal?.addEventListener('abort', () => this.#options.onPush(this, owner, 'end'));
        try {
          return await inner.push(request, signal);
        } finally {
          this.#options.onPush(this, owner, 'end');
        }
      },
      pull: (request, onLine, signal) => inner.pull(request, onLine, signal),
    };
  }
}

/** Whether the token that lies here is of this replica's outbox as it is numbered and sealed now. */
async function isRegistered({ replica, ring }: TabKeys): Promise<boolean> {
  const [client, deposit] = await replica.store.read(() => readMeta('client', 'deposit'));
  return deposit?.clientId === client?.clientId && deposit?.keyId === ring.depositId;
}

/** Whether rows lie here that the token of this replica is for, and that nobody has settled. */
function* waitsForDelivery(): Body<boolean> {
  const [client, mark, deposit] = yield* readMeta('client', 'mark', 'deposit');
  return deposit?.clientId === client?.clientId && (client?.lastId ?? 0) > (mark?.mark ?? 0);
}

function end(tab: Tab): void {
  tab.watch.stop();
  tab.lease.stop();
  tab.engine.stop();
  tab.store.close();
}
