import type { Clock, ReplicaStore, StoreChange } from '../../ports.ts';
import { isUnreadable } from '../../store/store-error.ts';
import { syncProblems, type SyncProblem, type SyncStatus } from '../api.ts';
import type { StoreEvents } from '../client-ports.ts';
import { readMeta } from '../replica/meta.ts';
import { Value } from '../observable.ts';
import { together } from '../replica/together.ts';
import { workCount } from './work-list.ts';

/** Changes come in bursts, each while the storage is wanted for more urgent things: nobody sees a sign twenty times a second. */
const pauseMs = 50;

/** After this pause storage that could not be read is asked again. */
const readAgainMs = 2000;

/** The rows of `meta` that the indicator is made of; a leader's beat, twice a second, is none of them. */
const shownMetas = ['status', 'unread', 'parked', 'lock', 'broken'];

/** What is said before anything is known. */
export const blankStatus: SyncStatus = {
  online: false,
  phase: 'idle',
  progress: null,
  waiting: 0,
  attention: 0,
  syncedAt: null,
  storage: 'unknown',
  problems: [],
  damaged: [],
};

interface LastRead {
  /** Null: storage has answered. */
  readonly failure: unknown;
}

/** Keeps the sync indicator true: what the leader wrote, and what lies in outbox and attention list. */
export class StatusBoard {
  readonly value = new Value<SyncStatus>(blankStatus);
  readonly #listeners = new Set<() => void>();
  #stop: (() => void) | null = null;
  #followed: ReplicaStore | null = null;
  #storage: SyncStatus['storage'] = 'unknown';
  /** Problems of this tab alone, and what the replica says. */
  readonly #own = new Set<SyncProblem>();
  #stored: readonly SyncProblem[] = [];
  readonly #failing = new Set<object>();
  readonly #hidden = new Set<SyncProblem>();
  #stamp: string | null = null;
  /** Since when nothing of our server came to this tab: the last sync that was said then. Null: something did. */
  #stalledSince: { readonly syncedAt: string | null } | null = null;
  readonly #clock: Clock;
  #reading: Promise<LastRead> | null = null;
  /** What is to be read next: by then another account's replica may be the one. */
  #next: ReplicaStore | null = null;
  #cancelPause: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  follow(store: ReplicaStore): void {
    this.unfollow();
    this.#followed = store;
    this.#stop = store.watch((change) => {
      const isWork = change.tables.has('outbox') || change.tables.has('attention');
      if (isWork || isShown(change)) this.#refreshSoon(store);
      if (isWork) this.#tellWork();
    });
    this.#refreshUnasked(store);
  }

  unfollow(): void {
    this.#stop?.();
    this.#stop = null;
    this.#cancelPause?.();
    this.#cancelPause = null;
    this.#followed = null;
    this.#stalledSince = null;
    this.noteReader(this, true);
  }

  watchWork(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setStorage(storage: SyncStatus['storage']): void {
    this.#storage = storage;
    this.value.set({ ...this.value.get(), storage });
  }

  /** A problem of this tab alone: whether it stands. */
  setProblem(problem: SyncProblem, stands: boolean): void {
    if (stands === this.#own.has(problem)) return;
    if (stands) this.#own.add(problem);
    else this.#own.delete(problem);
    this.value.set({ ...this.value.get(), problems: this.#problems() });
  }

  /**
   * [SE-1] This tab asks the server and hears nothing: what a leader wrote before is no proof of a connection. A sync that ends
   * meanwhile is one.
   */
  setStalled(isStalled: boolean): void {
    if (isStalled === (this.#stalledSince !== null)) return;
    const before = this.value.get();
    this.#stalledSince = isStalled ? { syncedAt: before.syncedAt } : null;
    if (isStalled) this.value.set({ ...before, online: false });
    else if (this.#followed) this.#refreshUnasked(this.#followed);
  }

  /** While something mends itself nobody is asked to mend it. */
  hide(problem: SyncProblem, isHidden: boolean): void {
    if (isHidden === this.#hidden.has(problem)) return;
    if (isHidden) this.#hidden.add(problem);
    else this.#hidden.delete(problem);
    this.value.set({ ...this.value.get(), problems: this.#problems() });
  }

  /** [RD-3] "Unreadable" is said while any reader's last attempt failed; one that stops reading counts as fine. */
  noteReader(reader: object, isFine: boolean): void {
    if (isFine) this.#failing.delete(reader);
    else this.#failing.add(reader);
    const wasUnreadable = this.#own.has('unreadable');
    this.setProblem('unreadable', this.#failing.size > 0);
    // What was asked meanwhile got no answer.
    if (wasUnreadable && this.#failing.size === 0) this.#tellWork();
  }

  /** What a store of this tab says of itself is said on screen. [RD-3] */
  storeEvents(): StoreEvents {
    const store = {};
    return {
      onClosedByUpdate: () => this.setProblem('closed-by-update', true),
      onAnswering: (isAnswering) => this.noteReader(store, isAnswering),
    };
  }

  #problems(): readonly SyncProblem[] {
    return syncProblems.filter(
      (problem) => !this.#hidden.has(problem) && (this.#own.has(problem) || this.#stored.includes(problem)),
    );
  }

  /** What this tab's build lays down: a replica that says otherwise was taken over by another one. */
  setBuild(registryStamp: string): void {
    this.#stamp = registryStamp;
  }

  #refreshSoon(store: ReplicaStore, inMs = pauseMs): void {
    this.#cancelPause ??= this.#clock.after(inMs, () => {
      this.#cancelPause = null;
      this.#refreshUnasked(store);
    });
  }

  #refreshUnasked(store: ReplicaStore): void {
    void this.refresh(store).catch(() => undefined);
  }

  #tellWork(): void {
    for (const listener of this.#listeners) listener();
  }

  /**
   * Resolves when what is said is what storage says; rejects where storage cannot say it. Changes are followed by
   * themselves, after a pause.
   */
  async refresh(store: ReplicaStore): Promise<void> {
    this.#next = store;
    this.#reading ??= this.#readUntilTrue();
    const { failure } = await this.#reading;
    if (failure !== null) throw failure;
  }

  async #readUntilTrue(): Promise<LastRead> {
    let failure: unknown = null;
    while (this.#next) {
      const store = this.#next;
      this.#next = null;
      failure = null;
      try {
        await this.#read(store);
        this.noteReader(this, true);
      } catch (error) {
        failure = error;
        this.#onFailure(store, error);
      }
    }
    this.#reading = null;
    return { failure };
  }

  /** A store that is left or that another build took over has no news: the last word stays. */
  #onFailure(store: ReplicaStore, error: unknown): void {
    if (store !== this.#followed) return;
    this.noteReader(this, !isUnreadable(error));
    if (isUnreadable(error)) this.#refreshSoon(store, readAgainMs);
  }

  async #read(store: ReplicaStore): Promise<void> {
    const [[status, unread, parked, lock, broken], work] = await store.read(() =>
      together(readMeta('status', 'unread', 'parked', 'lock', 'broken'), workCount()),
    );
    const isOutdated = this.#stamp !== null && lock?.registry !== undefined && lock.registry !== this.#stamp;
    this.#stored = [
      ...(unread ?? []),
      ...(status?.problem ? [status.problem] : []),
      ...((broken ?? []).length > 0 ? (['damaged'] as const) : []),
      ...((parked ?? []).length > 0 ? (['newer-records'] as const) : []),
      ...(isOutdated ? (['closed-by-update'] as const) : []),
    ];
    const progress = status?.phase === 'first-sync' ? { done: status.done, left: status.left } : null;
    const syncedAt = status?.syncedAt ?? null;
    if (this.#stalledSince && this.#stalledSince.syncedAt !== syncedAt) this.#stalledSince = null;
    this.value.set({
      online: (status?.online ?? false) && !this.#stalledSince,
      phase: status?.phase ?? 'idle',
      progress,
      waiting: work.waiting,
      attention: work.attention,
      syncedAt,
      storage: this.#storage,
      problems: this.#problems(),
      damaged: broken ?? [],
    });
  }
}

function isShown({ tables, metas }: StoreChange): boolean {
  return tables.has('meta') && (!metas || shownMetas.some((name) => metas.has(name)));
}
