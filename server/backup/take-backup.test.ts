import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock, seededRandom } from '../testing/fake-clock.ts';
import { smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const clock = new FakeClock();
let root: string;

beforeEach(async () => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-take-'));
  const server = await TestServer.create({ dataDir: at('data') });
  await server.addAccount('ann');
  await server.write(...smallPractice());
  await server.close();
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => path.join(root, name);
const take = () => takeBackup({ dataDir: at('data'), to: at('backup'), clock });
const restore = () => restoreBackup({ from: at('backup'), dataDir: at('deep/data'), random: seededRandom(3), clock });
const modeOf = (name: string): number => fs.statSync(at(name)).mode & 0o777;
const otherKey = Buffer.alloc(32, 7).toString('base64url');

/** Rewrites the manifest's files; `undefined` strikes one out. */
function forge(files: Readonly<Record<string, string | undefined>>): void {
  const manifest = JSON.parse(fs.readFileSync(at('backup/manifest.json'), 'utf8')) as { files: object };
  fs.writeFileSync(at('backup/manifest.json'), JSON.stringify({ ...manifest, files: { ...manifest.files, ...files } }));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

describe('a backup', () => {
  test('is for this user alone, in a directory that others could read until then', async () => {
    fs.mkdirSync(at('backup'), { mode: 0o755 });
    fs.chmodSync(at('data/server-keys.sealed'), 0o644);
    await take();
    expect(modeOf('backup')).toBe(0o700);
    for (const name of fs.readdirSync(at('backup'))) expect([name, modeOf(`backup/${name}`)]).toEqual([name, 0o600]);
  });

  test('has its checkpoints from before its database: none speaks of audit rows that the snapshot does not hold yet', async () => {
    fs.writeFileSync(at('data/audit-checkpoints.ndjson'), '');
    await take();
    const born = (name: string): bigint => fs.statSync(at(`backup/${name}`), { bigint: true }).birthtimeNs;
    expect(born('audit-checkpoints.ndjson') <= born('orchid.db')).toBe(true);
  });

  test('holds a database that stands alone: reading it makes no files beside it', async () => {
    await take();
    // Bytes 18 and 19: 1 for a rollback journal, 2 for a write-ahead log. https://www.sqlite.org/fileformat.html
    expect([...fs.readFileSync(at('backup/orchid.db')).subarray(18, 20)]).toEqual([1, 1]);
    const names = fs.readdirSync(at('backup')).toSorted();
    expect(names).toEqual(['manifest.json', 'master.key', 'orchid.db', 'server-keys.sealed']);
  });

  test.each(['master.key', 'server-keys.sealed'])('is not taken without %s', async (name) => {
    fs.rmSync(at(`data/${name}`));
    await expect(take()).rejects.toThrow(`without ${name}`);
    expect(fs.existsSync(at('backup'))).toBe(false);
  });

  test('is not called verified where its keys do not open the server keys', async () => {
    fs.writeFileSync(at('data/master.key'), otherKey);
    await expect(take()).rejects.toThrow('do not open the database');
    expect(fs.existsSync(at('backup/manifest.json'))).toBe(false);
  });

  test('is not called verified where its keys do not open a sealed record', async () => {
    // A directory whose two key files fit each other, and not the database.
    const other = await TestServer.create({ dataDir: at('other'), seed: 5 });
    await other.close();
    for (const name of ['master.key', 'server-keys.sealed']) fs.copyFileSync(at(`other/${name}`), at(`data/${name}`));
    await expect(take()).rejects.toThrow('do not open the database');
    // Where nothing is sealed, there is nothing to open.
    const raw = new Database(at('data/orchid.db'));
    raw.exec('DELETE FROM record WHERE sealed = 1');
    raw.close();
    fs.rmSync(at('backup'), { recursive: true });
    await take();
  });
});

describe('a manifest', () => {
  test('never says where to write', async () => {
    await take();
    fs.writeFileSync(at('evil'), 'evil');
    forge({ '../evil': hashOf('evil') });
    await expect(restore()).rejects.toThrow('damaged or incomplete');
    expect(fs.existsSync(at('deep'))).toBe(false);
  });

  test.each(['orchid.db', 'master.key', 'server-keys.sealed'])('without %s is refused', async (name) => {
    await take();
    forge({ [name]: undefined });
    await expect(restore()).rejects.toThrow('damaged or incomplete');
    expect(fs.existsSync(at('deep/data'))).toBe(false);
  });

  test('that names a file which is not there is refused', async () => {
    await take();
    fs.rmSync(at('backup/master.key'));
    await expect(restore()).rejects.toThrow('master.key is missing');
    expect(fs.readdirSync(at('deep'))).toEqual([]);
  });

  test('with a key that is sound and not the one is refused', async () => {
    await take();
    fs.writeFileSync(at('backup/master.key'), otherKey);
    forge({ 'master.key': hashOf(otherKey) });
    await expect(restore()).rejects.toThrow('do not open the database');
    expect(fs.readdirSync(at('deep'))).toEqual([]);
  });

  test('that is none, or not there, is named', async () => {
    await expect(restore()).rejects.toThrow('There is no backup in');
    fs.mkdirSync(at('backup'));
    fs.writeFileSync(at('backup/manifest.json'), '{');
    await expect(restore()).rejects.toThrow('damaged or incomplete');
  });
});
