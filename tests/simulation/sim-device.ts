import sodium from 'libsodium-wrappers';
import type { Log, ReplicaStore, Transport, TransportAnswer } from '../../sync/ports.ts';
import type { Json } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { PullEnd } from '../../sync/protocol/pull-message.ts';
import type { PushRequest, PushResponse } from '../../sync/protocol/push-message.ts';
import type { MutateOptions, MutateResult } from '../../sync/client/api.ts';
import { claimReplica } from '../../sync/client/replica/claim-replica.ts';
import { openKeys, raiseLock } from '../../sync/client/keys/replica-keys.ts';
import type { Replica } from '../../sync/client/replica/replica.ts';
import type { Place } from '../../sync/client/pull/pull.ts';
import { SyncEngine } from '../../sync/client/lead/sync-engine.ts';
import { writeMutation } from '../../sync/client/write/write.ts';
import { MemoryDisk, type SavedDisk } from '../../sync/store/memory-store.ts';
import { StoreError } from '../../sync/store/store-error.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import type { CrashPoint, ServerHooks, SimServer } from './sim-server.ts';
import { SkewedClock, type VirtualTime } from './virtual-clock.ts';

/** Odds of what happens to a message. */
export interface NetworkOdds {
  readonly drop: number;
  readonly loseAnswer: number;
  readonly duplicate: number;
  readonly crash: number;
  /** A captive portal answers in the server's place. */
  readonly portal: number;
  /** The connection stays open and nothing comes. */
  readonly halfOpen: number;
  /** The server has too much to do and says when to come again. */
  readonly busy: number;
  readonly slowMs: number;
}

export const goodNetwork: NetworkOdds = {
  drop: 0,
  loseAnswer: 0,
  duplicate: 0,
  crash: 0,
  portal: 0,
  halfOpen: 0,
  busy: 0,
  slowMs: 5,
};
export const badNetwork: NetworkOdds = {
  drop: 0.2,
  loseAnswer: 0.25,
  duplicate: 0.2,
  crash: 0.1,
  portal: 0.08,
  halfOpen: 0.05,
  busy: 0.08,
  slowMs: 400,
};

/** What happens to one request, where a test decides it and not chance. */
export const callFaults = [
  'dropped',
  'answer lost',
  'sent twice',
  'server dies before it commits',
  'server dies after it has committed',
  'signed out',
  'half open',
] as const;
export type CallFault = (typeof callFaults)[number];

/** How long the shipped transport waits for a silent connection, roughly. */
const patienceMs = 15_000;

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

interface Tab {
  readonly owner: string;
  readonly store: ReplicaStore;
  readonly replica: Replica;
  readonly engine: SyncEngine;
  /** Where it said that it stands; the server takes it once. */
  readonly follows: { place: Place | null };
}

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
  readonly #options: DeviceOptions;
  readonly #random: ReturnType<typeof seededRandom>;
  #tabs: Tab[] = [];
  #owners = 0;
  #copy: { readonly disk: SavedDisk; readonly saved: ReadonlyMap<string, SavedChange> } | null = null;
  #signedOutUntilMs = 0;
  /** The build that a new tab of this device runs. */
  #build: Registry;
  online = true;
  /** Asked once for each request. */
  callFault: () => CallFault | null = () => null;
  odds: NetworkOdds = goodNetwork;
  faults = 0;
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
    this.name = options.name;
    this.sub = options.sub;
    this.clock = new SkewedClock(options.time);
    this.#random = seededRandom(options.seed);
    // Sockets end with the process that held them.
    options.server.onDeath.add(() => {
      for (const tab of this.#tabs) tab.follows.place = null;
    });
    options.server.pokes.add((principals) => {
      if (!this.online || !principals.has(this.sub)) return;
      for (const tab of this.#tabs) {
        if (tab.follows.place && this.#random.chance(0.6)) void this.#sendPage(tab);
        else tab.engine.wake();
      }
    });
  }

  /** Opens a tab; a disk that fails just now lets it fail, as a browser would. */
  async openTab(): Promise<void> {
    try {
      await this.#open();
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      this.faults += 1;
    }
  }

  async #open(): Promise<void> {
    this.#owners += 1;
    const owner = `${this.name}.${this.#owners}`;
    const store = this.#options.wrapStore(this.disk.connect(), owner);
    const keys = await openKeys(store, {
      sodium,
      random: this.#random,
      replicaKey: new Uint8Array(32).fill(7),
      accountRoot: new Uint8Array(32).fill(9),
      email: null,
    });
    for (const [id, key] of keys.ring.deposit) this.#options.server.depositKeys.set(id, key);
    const replica: Replica = {
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
    await claimReplica(replica);
    const follows: Tab['follows'] = { place: null };
    const engine = new SyncEngine({
      replica,
      onRest: (place) => (follows.place = place),
      transport: this.#transport(owner),
      clock: this.clock,
      random: this.#random,
      log: this.log,
      owner,
      registerKey: () => Promise.resolve(true),
      onLocked: () => this.#closeTab(owner),
    });
    engine.start();
    this.#tabs.push({ owner, store, replica, engine, follows });
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
    tab?.engine.stop();
    tab?.store.close();
    this.#tabs = this.#tabs.filter((one) => one !== tab);
  }

  /** The server sends a page by itself; it can come late, be cut or not come at all. */
  async #sendPage(tab: Tab): Promise<void> {
    const { place } = tab.follows;
    tab.follows.place = null;
    if (!place) return;
    const { server, hooks } = this.#options;
    const lines = hooks.carryLines(await server.pull(this.sub, place));
    await this.#wait(1 + this.#random.below(this.odds.slowMs));
    if (this.online && !this.#fault(this.odds.drop)) tab.engine.offer(place, lines);
  }

  /** [SE-2] The server goes on from where its answer ends, whether or not that answer ever comes. */
  #moveTo(owner: string, answer: PushResponse | null): void {
    const follows = this.#tabs.find((tab) => tab.owner === owner)?.follows;
    const last = answer?.kind === 'ok' ? answer.page?.at(-1) : undefined;
    if (!follows?.place || last === undefined) return;
    const { kind, cursor } = JSON.parse(last) as Partial<PullEnd>;
    if (kind === 'end' && cursor !== undefined) follows.place = { ...follows.place, cursor };
  }

  get tabs(): number {
    return this.#tabs.length;
  }

  get replica(): Replica | null {
    return this.#tabs.find(({ replica }) => replica.registry === this.#build)?.replica ?? null;
  }

  closeTab(): void {
    const tab = this.#tabs.pop();
    tab?.engine.stop();
    tab?.store.close();
  }

  /** The machine loses power and starts again: relaxed writes since the last strict one are gone. */
  async crash(): Promise<void> {
    await this.#restart(() => this.disk.crash());
  }

  /** A backup program, or the person, copies the browser's profile. */
  copyProfile(): void {
    this.#copy = { disk: this.disk.save(), saved: new Map(this.saved) };
  }

  /** The copy is put back: what was written since, and had not left, is lost by the restoring and not by us. */
  async restoreProfile(): Promise<void> {
    const copy = this.#copy;
    if (!copy) return;
    const arrived = await this.#arrived();
    await this.#restart(() => this.disk.restore(copy.disk));
    // What was typed into a change after the copy went with it, and so did what needed attention; what had left, arrived.
    const stays = [...arrived].map((uid) => [uid, { text: '' }] as const);
    this.saved = new Map([...copy.saved, ...stays]);
  }

  /** The browser throws everything away, as it may where storage is not persistent. */
  async evict(): Promise<void> {
    const arrived = await this.#arrived();
    await this.#restart(() => this.disk.wipe());
    this.saved = new Map([...arrived].map((uid) => [uid, { text: '' }]));
    // What was refused went with the disk; the server still says so, but this device's list is gone.
    this.#copy = null;
  }

  /** Uids with an outcome that this device need not show any more: applied ones. */
  async #arrived(): Promise<ReadonlySet<string>> {
    return this.#options.server.appliedUids(this.sub, [...this.saved.keys()]);
  }

  async #restart(lose: () => void): Promise<void> {
    const count = this.#tabs.length;
    for (const tab of this.#tabs) tab.engine.stop();
    this.#tabs = [];
    lose();
    this.restarts += 1;
    this.faults += 1;
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

  /** Tokens are refused for a while. */
  signOutFor(time: VirtualTime, ms: number): void {
    this.#signedOutUntilMs = time.nowMs + ms;
    this.faults += 1;
  }

  /** Every fault ends. */
  async heal(): Promise<void> {
    this.online = true;
    this.odds = goodNetwork;
    this.clock.skewMs = 0;
    this.disk.fault = () => null;
    this.#signedOutUntilMs = 0;
    this.callFault = () => null;
    await this.update();
    if (!this.replica) await this.openTab();
  }

  /** Something told it to look again: the page came to the front, or the network is back. */
  wake(): void {
    for (const tab of this.#tabs) tab.engine.wake();
  }

  stop(): void {
    for (const tab of this.#tabs) tab.engine.stop();
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
      { clock: this.clock, random: this.#random, zone: () => 'UTC' },
      { name, args, options },
    );
  }

  #transport(owner: string): Transport {
    const { server, hooks } = this.#options;
    return {
      push: async (request, signal) => {
        // As `fetch` does with a signal that has fired: nothing leaves.
        if (signal?.aborted) return { kind: 'unreachable' };
        this.#options.onPush(this, owner, 'begin');
        // An aborted request is no longer this tab's; what the server makes of it is the server's business.
        signal?.addEventListener('abort', () => this.#options.onPush(this, owner, 'end'));
        try {
          return await this.#carry(async (crash) => {
            const answer = await hooks.applyPush(server, this.sub, structuredClone(request) as PushRequest, crash);
            this.#moveTo(owner, answer);
            return answer;
          });
        } finally {
          this.#options.onPush(this, owner, 'end');
        }
      },
      pull: async (request, onLine) => {
        const answer = await this.#carry(async () => server.pull(this.sub, request));
        if (answer.kind !== 'answered') return answer;
        const lines = hooks.carryLines(answer.value as readonly string[]);
        // A connection that is cut in the middle of a page.
        const cut = this.#random.chance(this.odds.drop) ? this.#random.below(lines.length + 1) : lines.length;
        for (const line of hooks.endLines(lines, cut)) await onLine(line);
        return { kind: 'answered', value: null };
      },
    };
  }

  async #carry(call: (crash: CrashPoint) => Promise<unknown>): Promise<TransportAnswer<unknown>> {
    const { odds } = this;
    const planned = this.callFault();
    await this.#wait(1 + this.#random.below(odds.slowMs));
    if (!this.online || planned === 'dropped' || this.#fault(odds.drop)) return { kind: 'unreachable' };
    const isSignedOut = this.#options.time.nowMs < this.#signedOutUntilMs;
    if (isSignedOut || planned === 'signed out') return { kind: 'signed-out' };
    // A portal's page has another content type: the shipped transport calls it unreachable before it reads a byte.
    if (this.#fault(odds.portal)) return { kind: 'unreachable' };
    // 429 and 503, with or without a word on when.
    if (this.#fault(odds.busy))
      return this.#random.chance(0.5) ? { kind: 'retry' } : { kind: 'retry', delayMs: this.#random.below(8000) };
    const crash = this.#crashPoint(planned);
    if (planned === 'sent twice' || this.#fault(odds.duplicate)) await call('none');
    const value = await call(crash);
    if (planned === 'half open' || this.#fault(odds.halfOpen)) {
      await this.#wait(patienceMs);
      return { kind: 'unreachable' };
    }
    await this.#wait(1 + this.#random.below(odds.slowMs));
    if (value === null || !this.online || planned === 'answer lost' || this.#fault(odds.loseAnswer))
      return { kind: 'unreachable' };
    return { kind: 'answered', value };
  }

  #crashPoint(planned: CallFault | null): CrashPoint {
    if (planned === 'server dies before it commits') return 'before-commit';
    if (planned === 'server dies after it has committed') return 'after-commit';
    if (!this.#fault(this.odds.crash)) return 'none';
    return this.#random.chance(0.5) ? 'before-commit' : 'after-commit';
  }

  #fault(chance: number): boolean {
    const hit = this.#random.chance(chance);
    if (hit) this.faults += 1;
    return hit;
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.time.after(ms, resolve));
  }
}
