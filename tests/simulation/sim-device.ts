import sodium from 'libsodium-wrappers';
import type { Log, ReplicaStore, Transport, TransportAnswer } from '../../sync/ports.ts';
import type { Json } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import type { PushRequest } from '../../sync/protocol/push-message.ts';
import type { MutateOptions, MutateResult } from '../../sync/client/api.ts';
import { openKeys } from '../../sync/client/replica-keys.ts';
import type { Replica } from '../../sync/client/replica.ts';
import { SyncEngine } from '../../sync/client/sync-engine.ts';
import { writeMutation } from '../../sync/client/write.ts';
import { MemoryDisk } from '../../sync/store/memory-store.ts';
import { StoreError } from '../../sync/store/store-error.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import type { ServerHooks, SimServer } from './sim-server.ts';
import { SkewedClock, type VirtualTime } from './virtual-clock.ts';

/** Odds of what happens to a message while the network is bad. */
export interface NetworkOdds {
  readonly drop: number;
  readonly loseAnswer: number;
  readonly duplicate: number;
  readonly crash: number;
  readonly slowMs: number;
}

export const goodNetwork: NetworkOdds = { drop: 0, loseAnswer: 0, duplicate: 0, crash: 0, slowMs: 5 };

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
}

/** A device of one account: a disk that can crash, one or two tabs with an engine each, a network of its own. */
export class SimDevice {
  readonly name: string;
  readonly sub: string;
  readonly disk = new MemoryDisk();
  readonly clock: SkewedClock;
  readonly #options: DeviceOptions;
  readonly #random: ReturnType<typeof seededRandom>;
  #tabs: Tab[] = [];
  #owners = 0;
  online = true;
  odds: NetworkOdds = goodNetwork;
  faults = 0;
  /** uids that were called saved, with the text that each wrote. */
  readonly saved = new Map<string, string>();
  readonly log: Log = {
    // Crashed stores make engines complain; what matters is checked by the oracle.
    error: () => undefined,
    info: () => undefined,
    debug: () => undefined,
  };

  constructor(options: DeviceOptions) {
    this.#options = options;
    this.name = options.name;
    this.sub = options.sub;
    this.clock = new SkewedClock(options.time);
    this.#random = seededRandom(options.seed);
    options.server.pokes.add((principals) => {
      if (this.online && principals.has(this.sub)) for (const tab of this.#tabs) tab.engine.wake();
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
    for (const [id, key] of keys.depositKeys) this.#options.server.depositKeys.set(id, key);
    const replica: Replica = {
      store,
      registry: this.#options.registry,
      sodium,
      random: this.#random,
      gate: { closed: false },
      sealer: keys.sealer,
      actor: { principal: this.sub, sub: this.sub },
      depositKeys: keys.depositKeys,
      depositKeyId: keys.ring.depositId,
      lockEpoch: keys.lockEpoch,
    };
    const engine = new SyncEngine({
      replica,
      transport: this.#transport(owner),
      clock: this.clock,
      random: this.#random,
      log: this.log,
      owner,
      registerKey: () => Promise.resolve(true),
      onLocked: () => undefined,
    });
    engine.start();
    this.#tabs.push({ owner, store, replica, engine });
  }

  get tabs(): number {
    return this.#tabs.length;
  }

  get replica(): Replica | null {
    return this.#tabs[0]?.replica ?? null;
  }

  closeTab(): void {
    const tab = this.#tabs.pop();
    tab?.engine.stop();
    tab?.store.close();
  }

  /** The machine loses power and starts again: relaxed writes since the last strict one are gone. */
  async crash(): Promise<void> {
    const count = this.#tabs.length;
    for (const tab of this.#tabs) tab.engine.stop();
    this.#tabs = [];
    this.disk.crash();
    this.faults += 1;
    for (let index = 0; index < Math.max(1, count); index += 1) await this.openTab();
  }

  stop(): void {
    for (const tab of this.#tabs) tab.engine.stop();
  }

  wake(): void {
    for (const tab of this.#tabs) tab.engine.wake();
  }

  async mutate(name: string, args: Json, options: MutateOptions, text = ''): Promise<MutateResult | null> {
    const tab = this.#tabs[this.#random.below(this.#tabs.length)];
    if (!tab) return null;
    const result = await writeMutation(
      tab.replica,
      { clock: this.clock, random: this.#random, zone: () => 'UTC' },
      { name, args, options },
    );
    // A rewritten mutation carries its newest text only.
    if (result.kind === 'saved') this.saved.set(result.uid, text);
    return result;
  }

  #transport(owner: string): Transport {
    const { server, hooks } = this.#options;
    return {
      push: async (request, signal) => {
        this.#options.onPush(this, owner, 'begin');
        // An aborted request is no longer this tab's; what the server makes of it is the server's business.
        signal?.addEventListener('abort', () => this.#options.onPush(this, owner, 'end'));
        try {
          const answer = await this.#carry(async (crash) =>
            hooks.applyPush(server, this.sub, structuredClone(request) as PushRequest, crash),
          );
          return answer;
        } finally {
          this.#options.onPush(this, owner, 'end');
        }
      },
      pull: async (request, onLine) => {
        const answer = await this.#carry(async () => server.pull(this.sub, request));
        if (answer.kind !== 'answered') return answer;
        const lines = answer.value as readonly string[];
        // A connection that is cut in the middle of a page.
        const cut = this.#random.chance(this.odds.drop) ? this.#random.below(lines.length + 1) : lines.length;
        for (const line of lines.slice(0, cut)) await onLine(JSON.parse(line));
        return { kind: 'answered', value: null };
      },
    };
  }

  async #carry(
    call: (crash: 'none' | 'before-commit' | 'after-commit') => Promise<unknown>,
  ): Promise<TransportAnswer<unknown>> {
    const { odds } = this;
    await this.#wait(1 + this.#random.below(odds.slowMs));
    if (!this.online || this.#fault(odds.drop)) return { kind: 'unreachable' };
    const crash = this.#fault(odds.crash) ? (this.#random.chance(0.5) ? 'before-commit' : 'after-commit') : 'none';
    if (this.#fault(odds.duplicate)) await call('none');
    const value = await call(crash);
    await this.#wait(1 + this.#random.below(odds.slowMs));
    if (value === null || !this.online || this.#fault(odds.loseAnswer)) return { kind: 'unreachable' };
    return { kind: 'answered', value };
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
