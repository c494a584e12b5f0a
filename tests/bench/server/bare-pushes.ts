import type Database from 'better-sqlite3';
import { sameRows } from './bare-writes.ts';

interface Push {
  readonly clientId: string;
  readonly highest: number;
  readonly principal: string;
  readonly rows: readonly { readonly id: number; readonly key: string; readonly box: string }[];
}

interface Taken {
  readonly kind: 'ok';
  readonly mark: number;
  readonly results: readonly { readonly id: number; readonly outcome: string; readonly uid: string }[];
  readonly epoch: string;
  readonly serverTime: string;
}

interface NoteRow {
  readonly id: string;
  readonly scope: string;
  readonly stamps: string;
  readonly size: number;
}

const clientRow = `INSERT INTO client (client_id, principal, mark, highest, device_id)
  VALUES (@client, @principal, @id, @id, 'bare') ON CONFLICT DO UPDATE SET mark = @id, highest = @id`;

/** Leaves the rows that a push of note edits leaves, and answers as many bytes. What came together shares one commit. */
export class BarePushes {
  readonly #db: Database.Database;
  readonly #statements: readonly Database.Statement[];
  readonly #client: Database.Statement;
  readonly #notes: Database.Statement;
  readonly #notesOf = new Map<string, readonly NoteRow[]>();
  #seq: number;
  #turn = 0;
  #pushes: Push[] = [];
  #waiting: (() => void)[] = [];

  constructor(db: Database.Database) {
    this.#db = db;
    this.#statements = sameRows.map((text) => db.prepare(text));
    this.#client = db.prepare(clientRow);
    this.#notes = db.prepare(
      `SELECT record.id, record.scope, stamps, length(body) AS size FROM log JOIN record USING (collection, id)
       WHERE log.principal = ? AND log.collection = 'note' ORDER BY log.seq DESC LIMIT 20`,
    );
    this.#seq = Number(db.prepare('SELECT max(seq) FROM log').pluck().get());
  }

  /** Resolves when it is on the disk. */
  take(push: Push): Promise<Taken> {
    return new Promise((resolve) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#commit());
      this.#waiting.push(() => resolve(this.#answer(push)));
      this.#pushes.push(push);
    });
  }

  #commit(): void {
    const [pushes, waiting] = [this.#pushes, this.#waiting];
    this.#pushes = [];
    this.#waiting = [];
    this.#db.exec('BEGIN IMMEDIATE');
    for (const push of pushes) this.#write(push);
    this.#db.exec('COMMIT');
    for (const answer of waiting) answer();
  }

  #write({ clientId: client, principal, rows }: Push): void {
    const notes = this.#notesOf.get(principal) ?? (this.#notes.all(principal) as NoteRow[]);
    this.#notesOf.set(principal, notes);
    this.#turn += 1;
    for (const { id, box } of rows) {
      const note = notes[id % notes.length];
      if (!note) throw new Error('no notes to write');
      this.#seq += 1;
      const uid = `${this.#turn}.${id}`.padEnd(22, 'x');
      const values = {
        note: note.id,
        scope: note.scope,
        stamps: note.stamps,
        body: Buffer.alloc(note.size, box),
        seq: this.#seq,
        principal,
        at: '2026-11-21T09:00:00.000Z',
        client,
        id,
        uid,
        digest: uid.padEnd(43, 'x'),
        subject: 'x'.repeat(180),
      };
      for (const statement of this.#statements) statement.run(values);
    }
    this.#client.run({ client, principal, id: rows.at(-1)?.id ?? 0 });
  }

  #answer({ rows }: Push): Taken {
    return {
      kind: 'ok',
      mark: rows.at(-1)?.id ?? 0,
      results: rows.map(({ id }) => ({ id, outcome: 'applied', uid: 'x'.repeat(22) })),
      epoch: 'x'.repeat(22),
      serverTime: '2026-11-21T09:00:00.000Z',
    };
  }
}
