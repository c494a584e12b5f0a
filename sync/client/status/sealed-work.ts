import type { Clock, ReplicaStore, StoreChange } from '../../ports.ts';
import { listAccounts } from '../replica/device.ts';
import { countWork } from './work-list.ts';

/** After this pause storage that could not say it is asked again. [RD-3] */
const lookAgainMs = 2000;

interface SealedWorkOptions {
  readonly clock: Clock;
  /** Where the device's accounts are named. */
  readonly device: ReplicaStore;
  readonly openStore: (name: string) => ReplicaStore;
  /** Whose replica is open here: that person's own work is no news. */
  readonly openSub: () => string | null;
  readonly onChange: (isHere: boolean) => void;
}

/**
 * [WK-2] Follows whether undelivered work of accounts other than the open one lies on this device. Opens their replicas without
 * a key and reads rows' clear halves alone; what it tells is one yes or no.
 */
export class SealedWorkWatch {
  readonly #options: SealedWorkOptions;
  /** Replicas of the others, by name, as long as they lie here. */
  readonly #others = new Map<string, ReplicaStore>();
  #unwatch: (() => void) | null = null;
  #cancelAgain: (() => void) | null = null;
  #said: boolean | null = null;
  #isLooking = false;
  #isWanted = false;
  #isStopped = false;

  constructor(options: SealedWorkOptions) {
    this.#options = options;
  }

  start(): void {
    // An account comes, goes, or is discarded in another tab.
    this.#unwatch = this.#options.device.watch(() => this.look());
    this.look();
  }

  stop(): void {
    this.#isStopped = true;
    this.#unwatch?.();
    this.#cancelAgain?.();
    this.#keepOnly(new Set());
  }

  /** Something may have changed, such as whose replica is open. */
  look(): void {
    this.#isWanted = true;
    if (!this.#isLooking) void this.#lookUntilTrue();
  }

  async #lookUntilTrue(): Promise<void> {
    this.#isLooking = true;
    this.#cancelAgain?.();
    this.#cancelAgain = null;
    while (this.#isWanted && !this.#isStopped) {
      this.#isWanted = false;
      const isHere = await this.#find();
      if (this.#isWanted || this.#isStopped) continue;
      if (isHere === null) this.#cancelAgain = this.#options.clock.after(lookAgainMs, () => this.look());
      else this.#say(isHere);
    }
    this.#isLooking = false;
  }

  /** Null where storage cannot say it. */
  async #find(): Promise<boolean | null> {
    const accounts = await listAccounts(this.#options.device).catch(() => null);
    if (this.#isStopped || accounts === null) return null;
    const openSub = this.#options.openSub();
    const names = accounts.filter(({ sub }) => sub !== openSub).map(({ replicaName }) => replicaName);
    this.#keepOnly(new Set(names));
    for (const name of names) if (!this.#others.has(name)) this.#follow(name);
    const found = await Promise.all([...this.#others.values()].map(hasUndelivered));
    if (found.includes(true)) return true;
    return found.includes(null) ? null : false;
  }

  #follow(name: string): void {
    const store = this.#options.openStore(name);
    this.#others.set(name, store);
    // The service worker goes on delivering for an account that is locked or logged out.
    store.watch((change) => {
      if (isOfWork(change)) this.look();
    });
  }

  #keepOnly(names: ReadonlySet<string>): void {
    for (const [name, store] of this.#others) {
      if (names.has(name)) continue;
      this.#others.delete(name);
      store.close();
    }
  }

  #say(isHere: boolean): void {
    if (isHere === this.#said) return;
    this.#said = isHere;
    this.#options.onChange(isHere);
  }
}

function isOfWork({ tables, metas }: StoreChange): boolean {
  return tables.has('outbox') || (tables.has('meta') && (!metas || metas.has('mark')));
}

async function hasUndelivered(store: ReplicaStore): Promise<boolean | null> {
  try {
    const { undelivered } = await countWork(store);
    return undelivered > 0;
  } catch {
    // Nothing is claimed of what cannot be read.
    return null;
  }
}
