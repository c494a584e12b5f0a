import type { ReplicaStore } from '../ports.ts';
import type { SyncStatus } from './api.ts';
import { readMeta } from './meta.ts';
import { Value } from './observable.ts';
import { together } from './together.ts';
import { workCount } from './work-list.ts';

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
  #refreshing = false;
  #again = false;

  follow(store: ReplicaStore): void {
    this.#stop?.();
    this.#stop = store.watch((change) => {
      if (!change.tables.has('meta') && !change.tables.has('outbox') && !change.tables.has('attention')) return;
      void this.refresh(store);
      if (change.tables.has('outbox') || change.tables.has('attention'))
        for (const listener of this.#listeners) listener();
    });
    void this.refresh(store);
  }

  unfollow(): void {
    this.#stop?.();
    this.#stop = null;
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

  async refresh(store: ReplicaStore): Promise<void> {
    if (this.#refreshing) {
      this.#again = true;
      return;
    }
    this.#refreshing = true;
    try {
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
    } catch {
      // A closed or dying store has no news; the last word stays until the next change.
    } finally {
      this.#refreshing = false;
      if (this.#again) {
        this.#again = false;
        void this.refresh(store);
      }
    }
  }
}
