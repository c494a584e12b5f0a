import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../sync/testing/builders.ts';
import { judgeDatabase, type AckedWrite } from './judge.ts';
import { isClean, pieces } from './leg.ts';
import { tear, tearKinds } from './power-cut.ts';
import { runServerKills } from './server-kills.ts';
import { readWalFile } from './wal-tail.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-soak-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A database as a killed server leaves it: forty commits in the log, none of them copied back. */
function killedDatabase(): string {
  const live = fs.mkdtempSync(path.join(folder, 'live-'));
  const dead = fs.mkdtempSync(path.join(folder, 'dead-'));
  const db = new Database(path.join(live, 'orchid.db'));
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.exec('CREATE TABLE row (id INTEGER PRIMARY KEY, text TEXT)');
  db.pragma('wal_checkpoint(TRUNCATE)');
  for (let id = 1; id <= 40; id += 1) db.prepare('INSERT INTO row VALUES (?, ?)').run(id, 'x'.repeat(700));
  for (const name of ['orchid.db', 'orchid.db-wal']) fs.copyFileSync(path.join(live, name), path.join(dead, name));
  db.close();
  return dead;
}

function rowsIn(dataDir: string): { readonly rows: unknown; readonly integrity: unknown } {
  const db = new Database(path.join(dataDir, 'orchid.db'));
  const found = {
    rows: db.prepare('SELECT count(*) FROM row').pluck().get(),
    integrity: db.pragma('integrity_check', { simple: true }),
  };
  db.close();
  return found;
}

describe('what a power cut leaves', () => {
  it.each(tearKinds)('%s: every commit stands', (kind) => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const dataDir = killedDatabase();
      const random = seededRandom(seed);
      // Something to cut.
      if (kind === 'cut') tear(dataDir, 'no commit', random);
      expect(tear(dataDir, kind, random)).toBe(kind);
      expect(rowsIn(dataDir)).toEqual({ rows: 40, integrity: 'ok' });
    }
  });

  it('one byte before the last commit would be seen', () => {
    const dataDir = killedDatabase();
    const file = path.join(dataDir, 'orchid.db-wal');
    const end = readWalFile(file)?.wal.committedEnd ?? 0;
    fs.truncateSync(file, end - 1);
    expect(rowsIn(dataDir)).toEqual({ rows: 39, integrity: 'ok' });
  });
});

describe('the server under kills', () => {
  const copies = { outcome: path.join(folder, 'no-outcome'), version: path.join(folder, 'no-version') };
  let acked: readonly AckedWrite[] = [];

  it('six kills: everything acknowledged is there, once', { timeout: 90_000 }, async () => {
    const result = await runServerKills({
      seed: 7,
      kills: 6,
      writersPerAccount: 2,
      lastKillMs: 400,
      inspect: async (dataDir, writes) => {
        acked = writes;
        for (const copy of Object.values(copies)) fs.cpSync(dataDir, copy, { recursive: true });
      },
    });
    expect(result.problems).toEqual([]);
    expect(isClean(result)).toBe(true);
    expect(result.acked).toBeGreaterThan(200);
    expect(result.figures['pushes tried again']).toBeGreaterThan(0);
  });

  it('an acknowledged outcome that is gone is one lost', { timeout: 30_000 }, async () => {
    const victim = acked.find((write) => write.outcome === 'applied');
    spoil(copies.outcome, 'DELETE FROM outcome WHERE uid = ?', victim?.uid ?? '');
    const found = await judgeDatabase(copies.outcome, acked);
    expect([found.lost.length, found.doubled.length]).toEqual([1, 0]);
  });

  it('a kept version that is gone is one lost', { timeout: 30_000 }, async () => {
    spoil(
      copies.version,
      `DELETE FROM record_history WHERE (collection, id, version) =
        (SELECT collection, id, version FROM record_history
         WHERE json_extract(stamps, '$.focus') = ?)`,
      versionUid(copies.version),
    );
    const found = await judgeDatabase(copies.version, acked);
    expect([found.lost.length, found.doubled.length]).toEqual([1, 0]);
    expect(found.broken.some((line) => line.includes('without its effect'))).toBe(true);
  });

  /** The uid of an edit that has been overwritten since: its text stands in the history alone. */
  function versionUid(dataDir: string): string {
    const uids = new Set(acked.map((write) => write.uid));
    const db = new Database(path.join(dataDir, 'orchid.db'), { readonly: true });
    const stamps = db.prepare("SELECT json_extract(stamps, '$.focus') FROM record_history").pluck().all() as string[];
    db.close();
    return stamps.find((uid) => uids.has(uid)) ?? '';
  }
});

it('a run is cut into pieces that cover it', () => {
  expect(pieces(5, 7, 3)).toEqual([
    [5, 3],
    [8, 3],
    [11, 1],
  ]);
});

function spoil(dataDir: string, sql: string, value: string): void {
  const db = new Database(path.join(dataDir, 'orchid.db'));
  expect(db.prepare(sql).run(value).changes).toBe(1);
  db.close();
}
