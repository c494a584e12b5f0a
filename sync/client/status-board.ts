import type { Clock, ReplicaStore, StoreChange } from '../ports.ts';
import type { SyncStatus } from './api.ts';
import { readMeta } from './meta.ts';
import { Value } from './observable.ts';
import { together } from './together.ts';
import { workCount } from './work-list.ts';

/** Changes come in bursts, each while the storage is wanted for more urgent things: nobody sees a sign twenty times a second. */
const pauseMs = 50;

/** The rows of `meta` that the indicator is made of; a leader's beat, twice a second, is none of them. */
const shownMetas = ['status', 'parked', 'lock'];

const blank: SyncStatus = {
  online: false,
  phase: 'idle',
  progress: null,
  waiting: 0,
  attention: 0,
  syncedAt: null,
  storage: 'unknown',
  problem: null,
};

/** Keeps the sync indicator true: what the leader wrote, and what lies in outbox and attention list. */
export class StatusBoard {
  readonly value = new Value<SyncStatus>(blank);
  readonly #listeners = new Set<() => void>();
  #stop: (() => void) | null = null;
  #storage: SyncStatus['storage'] = 'unknown';
  #local: SyncStatus['problem'] = null;
  #stamp: string | null = null;
  readonly #clock: Clock;
  #reading: Promise<void> | null = null;
  /** What is to be read next: by then another account's replica may be the one. */
  #next: ReplicaStore | null = null;
  #cancelPause: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  follow(store: ReplicaStore): void {
    this.unfollow();
    this.#stop = store.watch((change) => {
      const isWork = change.tables.has('outbox') || change.tables.has('attention');
      if (isWork || isShown(change)) this.#refreshSoon(store);
      if (isWork) for (const listener of this.#listeners) listener();
    });
    void this.refresh(store);
  }

  unfollow(): void {
    this.#stop?.();
    this.#stop = null;
    this.#cancelPause?.();
    this.#cancelPause = null;
  }

  watchWork(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setStorage(storage: SyncStatus['storage']): void {
    this.#storage = storage;
    this.value.set({ ...this.value.get(), storage });
  }

  /** A problem of this tab alone (quota, closed by an update); null takes it back. */
  setLocalProblem(problem: SyncStatus['problem']): void {
    this.#local = problem;
    this.value.set({ ...this.value.get(), problem: problem ?? this.value.get().problem });
  }

  /** What this tab's build lays down: a replica that says otherwise was taken over by another one. */
  setBuild(registryStamp: string): void {
    this.#stamp = registryStamp;
  }

  #refreshSoon(store: ReplicaStore): void {
    this.#cancelPause ??= this.#clock.after(pauseMs, () => {
      this.#cancelPause = null;
      void this.refresh(store);
    });
  }

  /** Resolves when what is said is what storage says. Changes are followed by themselves, after a pause. */
  async refresh(store: ReplicaStore): Promise<void> {
    this.#next = store;
    this.#reading ??= this.#readUntilTrue();
    await this.#reading;
  }

  async #readUntilTrue(): Promise<void> {
    while (this.#next) {
      const store = this.#next;
      this.#next = null;
      // A closed or dying store has no news; the last word stays until the next change.
      await this.#read(store).catch(() => undefined);
    }
    this.#reading = null;
  }

  async #read(store: ReplicaStore): Promise<void> {
    const [[status, parked, lock], work] = await store.read(() =>
      together(readMeta('status', 'parked', 'lock'), workCount()),
    );
    const isOutdated = this.#stamp !== null && lock?.registry !== undefined && lock.registry !== this.#stamp;
    const replicaProblem = status?.problem ?? ((parked ?? []).length > 0 ? 'newer-records' : null);
    const progress = status?.phase === 'first-sync' ? { done: status.done, left: status.left } : null;
    this.value.set({
      online: status?.online ?? false,
      phase: status?.phase ?? 'idle',
      progress,
      waiting: work.waiting,
      attention: work.attention,
      syncedAt: status?.syncedAt ?? null,
      storage: this.#storage,
      problem: isOutdated ? 'closed-by-update' : (this.#local ?? replicaProblem),
    });
  }
}

function isShown({ tables, metas }: StoreChange): boolean {
  return tables.has('meta') && (!metas || shownMetas.some((name) => metas.has(name)));
}
