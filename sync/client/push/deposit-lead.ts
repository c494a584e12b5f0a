import type { Body, ReplicaStore } from '../../ports.ts';
import { depositOwner, silenceMs, type LeaderRow } from '../../core/leader-term.ts';
import type { Fence } from '../replica/fence.ts';
import { putMeta, readMeta } from '../replica/meta.ts';

const nobody: LeaderRow = { owner: '', term: 0, beat: 0 };

/** [LD-3] The lead of one replica for as long as sealed rows are delivered: taken as a tab takes it, and given back. */
export class DepositLead {
  readonly #store: ReplicaStore;
  readonly #found: LeaderRow;
  /** The row as this wrote it; null until then. */
  #mine: LeaderRow | null = null;

  private constructor(store: ReplicaStore, found: LeaderRow) {
    this.#store = store;
    this.#found = found;
  }

  /** `null` while a tab leads: its beat goes on. */
  static async whenSilent(store: ReplicaStore, wait: (ms: number) => Promise<void>): Promise<DepositLead | null> {
    const found = await store.read(leaderRow);
    if (found.owner !== '') await wait(silenceMs);
    return sameRow(await store.read(leaderRow), found) ? new DepositLead(store, found) : null;
  }

  /** Takes or keeps the lead inside the transaction of the rows that go; `null`: a tab has taken it, nothing was written. */
  *hold(): Body<Fence | null> {
    if (!sameRow(yield* leaderRow(), this.#mine ?? this.#found)) return null;
    // A term of its own, also after another delivery that was not ended.
    this.#mine = this.#mine
      ? { ...this.#mine, beat: this.#mine.beat + 1 }
      : { owner: depositOwner, term: this.#found.term + 1, beat: 1 };
    yield [putMeta('leader', this.#mine)];
    return { owner: depositOwner, term: this.#mine.term };
  }

  /** Lets any tab lead at its next beat. Does nothing where the lead was never taken, or is a tab's by now. */
  async release(): Promise<void> {
    const mine = this.#mine;
    if (!mine) return;
    await this.#store.tx('relaxed', function* () {
      const { owner, term } = yield* leaderRow();
      if (owner === depositOwner && term === mine.term) yield [putMeta('leader', { ...mine, owner: '' })];
    });
  }
}

function* leaderRow(): Body<LeaderRow> {
  const [leader] = yield* readMeta('leader');
  return leader ?? nobody;
}

function sameRow(one: LeaderRow, other: LeaderRow): boolean {
  return one.owner === other.owner && one.term === other.term && one.beat === other.beat;
}
