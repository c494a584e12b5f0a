import type { Clock, ReplicaStore } from '../../ports.ts';
import { beatEveryMs, nextBeat, observe, type LeaderRow, type Observed } from '../../core/leader-term.ts';
import type { Fence } from '../replica/fence.ts';
import { putMeta, readMeta } from '../replica/meta.ts';

/** Keeps or seeks the lead of one replica. Start it once; stop it for good. */
export class Leader {
  readonly #store: ReplicaStore;
  readonly #clock: Clock;
  readonly #owner: string;
  readonly #onChange: (fence: Fence | null) => void;
  #observed: Observed | null = null;
  #fence: Fence | null = null;
  #cancel: (() => void) | null = null;
  #stopped = false;

  constructor(options: { store: ReplicaStore; clock: Clock; owner: string; onChange: (fence: Fence | null) => void }) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#owner = options.owner;
    this.#onChange = options.onChange;
  }

  get fence(): Fence | null {
    return this.#fence;
  }

  start(): void {
    void this.#beat();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel?.();
    this.#set(null);
  }

  async #beat(): Promise<void> {
    try {
      const row = await this.#tick();
      if (!this.#stopped) this.#set(row.owner === this.#owner ? { owner: row.owner, term: row.term } : null);
    } catch {
      // Storage that cannot be written cannot be led; the next beat tries again.
      if (!this.#stopped) this.#set(null);
    }
    if (!this.#stopped) this.#cancel = this.#clock.after(beatEveryMs, () => void this.#beat());
  }

  #tick(): Promise<LeaderRow> {
    const owner = this.#owner;
    return this.#store.tx('relaxed', () => {
      const now = this.#clock.now();
      const remember = (row: LeaderRow): Observed => (this.#observed = observe(this.#observed, row, now));
      return (function* () {
        const [row] = yield* readMeta('leader');
        const observed = remember(row ?? { owner: '', term: 0, beat: 0 });
        const next = nextBeat(observed, owner, now);
        if (next) yield [putMeta('leader', next)];
        return next ?? observed.row;
      })();
    });
  }

  #set(fence: Fence | null): void {
    const same = this.#fence?.term === fence?.term;
    this.#fence = fence;
    if (!same) this.#onChange(fence);
  }
}
