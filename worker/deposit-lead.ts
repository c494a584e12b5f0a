import { depositOwner, silenceMs, type LeaderRow } from '../sync/core/leader-term.ts';
import { committed, done, openExisting } from './raw-replica.ts';

const nobody: LeaderRow = { owner: '', term: 0, beat: 0 };

/** [LD-3] The lead of one replica for as long as the service worker delivers: taken as a tab takes it, and given back. */
export class DepositLead {
  readonly #name: string;
  readonly #found: LeaderRow;
  /** The row as this wrote it; null until then. */
  #mine: LeaderRow | null = null;

  private constructor(name: string, found: LeaderRow) {
    this.#name = name;
    this.#found = found;
  }

  /** `null` while a tab leads: its beat goes on. */
  static async whenSilent(name: string): Promise<DepositLead | null> {
    const found = await readLeader(name);
    if (found.owner !== '') await new Promise((resolve) => setTimeout(resolve, silenceMs));
    return sameRow(await readLeader(name), found) ? new DepositLead(name, found) : null;
  }

  /** Takes or keeps the lead inside the transaction of these rows; `false`: a tab has taken it, nothing was written. */
  async hold(meta: IDBObjectStore): Promise<boolean> {
    if (!sameRow(await leaderIn(meta), this.#mine ?? this.#found)) return false;
    // A term of its own, also after another delivery that was not ended.
    this.#mine = this.#mine
      ? { ...this.#mine, beat: this.#mine.beat + 1 }
      : { owner: depositOwner, term: this.#found.term + 1, beat: 1 };
    meta.put({ k: 'leader', m: this.#mine });
    return true;
  }

  /** Whether no tab has taken the lead since. */
  async isHeld(meta: IDBObjectStore): Promise<boolean> {
    const { owner, term } = await leaderIn(meta);
    return owner === depositOwner && term === this.#mine?.term;
  }

  /** Lets any tab lead at its next beat. Does nothing where the lead was never taken, or is a tab's by now. */
  async release(): Promise<void> {
    if (!this.#mine) return;
    const db = await openExisting(this.#name);
    if (!db) return;
    try {
      const transaction = db.transaction('meta', 'readwrite');
      const end = committed(transaction);
      const meta = transaction.objectStore('meta');
      if (await this.isHeld(meta)) meta.put({ k: 'leader', m: { ...this.#mine, owner: '' } });
      await end;
    } finally {
      db.close();
    }
  }
}

async function leaderIn(meta: IDBObjectStore): Promise<LeaderRow> {
  return rowOf(await done(meta.get('leader')));
}

async function readLeader(name: string): Promise<LeaderRow> {
  const db = await openExisting(name);
  if (!db) return nobody;
  try {
    return await leaderIn(db.transaction('meta', 'readonly').objectStore('meta'));
  } finally {
    db.close();
  }
}

function rowOf(row: unknown): LeaderRow {
  return (row as { readonly m?: LeaderRow } | undefined)?.m ?? nobody;
}

function sameRow(one: LeaderRow, other: LeaderRow): boolean {
  return one.owner === other.owner && one.term === other.term && one.beat === other.beat;
}
