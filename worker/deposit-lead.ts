import { depositOwner, silenceMs, type LeaderRow } from '../sync/core/leader-term.ts';
import { committed, done, openExisting } from './raw-replica.ts';

const nobody: LeaderRow = { owner: '', term: 0, beat: 0 };

/** [LD-3] The lead of one replica for as long as the service worker delivers: taken as a tab takes it, and given back. */
export class DepositLead {
  readonly #name: string;
  /** The row as it must still lie there. */
  #expected: LeaderRow;

  private constructor(name: string, found: LeaderRow) {
    this.#name = name;
    this.#expected = found;
  }

  /** `null` while a tab leads: its beat goes on. */
  static async whenSilent(name: string): Promise<DepositLead | null> {
    const found = await readLeader(name);
    if (found.owner !== '') await new Promise((resolve) => setTimeout(resolve, silenceMs));
    return sameRow(await readLeader(name), found) ? new DepositLead(name, found) : null;
  }

  /** Takes or keeps the lead inside the transaction of these rows; `false`: a tab has taken it, nothing was written. */
  async hold(meta: IDBObjectStore): Promise<boolean> {
    if (!(await this.#isAsExpected(meta))) return false;
    const { owner, term, beat } = this.#expected;
    this.#expected =
      owner === depositOwner ? { owner, term, beat: beat + 1 } : { owner: depositOwner, term: term + 1, beat: 1 };
    meta.put({ k: 'leader', m: this.#expected });
    return true;
  }

  /** Lets any tab lead at its next beat. Does nothing where the lead was never taken, or is a tab's by now. */
  async release(): Promise<void> {
    if (this.#expected.owner !== depositOwner) return;
    const db = await openExisting(this.#name);
    if (!db) return;
    try {
      const transaction = db.transaction('meta', 'readwrite');
      const end = committed(transaction);
      const meta = transaction.objectStore('meta');
      if (await this.#isAsExpected(meta)) meta.put({ k: 'leader', m: { ...this.#expected, owner: '' } });
      await end;
    } finally {
      db.close();
    }
  }

  async #isAsExpected(meta: IDBObjectStore): Promise<boolean> {
    return sameRow(rowOf(await done(meta.get('leader'))), this.#expected);
  }
}

async function readLeader(name: string): Promise<LeaderRow> {
  const db = await openExisting(name);
  if (!db) return nobody;
  try {
    return rowOf(await done(db.transaction('meta', 'readonly').objectStore('meta').get('leader')));
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
