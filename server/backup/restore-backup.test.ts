import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import sodium from 'libsodium-wrappers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openSecrets } from '../secrets.ts';
import { call } from '../store/port.ts';
import { createTestLog, FakeClock, seededRandom } from '../testing/fake-clock.ts';
import { smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';
import { databaseFile } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { runningServer } from './server-pid.ts';
import { takeBackup } from './take-backup.ts';

const repository = path.join(import.meta.dirname, '..', '..');
const clock = new FakeClock();
let root: string;
let children: ChildProcess[] = [];

beforeEach(() => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-restore-')));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  fs.rmSync(root, { recursive: true, force: true });
});

const at = (name: string): string => path.join(root, name);
const restore = (rename?: (from: string, to: string) => void) =>
  restoreBackup({
    from: at('backup'),
    dataDir: at('data'),
    random: seededRandom(3),
    clock,
    ...(rename ? { rename } : {}),
  });
const openData = (name: string) =>
  openSecrets(at(name), { sodium, random: seededRandom(9), clock, log: createTestLog() });

/** A data directory with sealed records and one signed-in device, and a backup of it. */
async function practiceWithBackup() {
  const server = await TestServer.create({ dataDir: at('data') });
  await server.addAccount('ann');
  await server.write(...smallPractice());
  const device = await server.signedIn('ann');
  await takeBackup({ dataDir: at('data'), to: at('backup'), clock });
  return { server, device };
}

/**
 * What "nothing was changed" is held against: the bytes of each file, and of the database every row of every table. Its
 * bytes may differ: asking whether a server runs copies the write-ahead log back.
 */
function contentOf(dir: string): Readonly<Record<string, string>> {
  const names = fs.readdirSync(dir);
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(dir, name);
      const content = name === databaseFile ? rowsOf(file) : fs.readFileSync(file);
      return [name, createHash('sha256').update(content).digest('hex')];
    }),
  );
}

function rowsOf(file: string): string {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all();
    return JSON.stringify(tables.map((table) => [table, db.prepare(`SELECT * FROM "${String(table)}"`).all()]));
  } finally {
    db.close();
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly exit: Promise<number | NodeJS.Signals | null>;
  said(text: string): Promise<string>;
}

function start(args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    cwd: repository,
    env: { ...process.env, ORCHID_DEMO: '0', PORT: '0', DATA_DIR: at('data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let output = '';
  const waiting: (() => void)[] = [];
  const wake = (): void => waiting.splice(0).forEach((resume) => resume());
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      wake();
    });
  }
  const state = { isOver: false };
  const exit = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('close', (code, signal) => {
      state.isOver = true;
      wake();
      resolve(code ?? signal);
    });
  });
  const said = async (text: string): Promise<string> => {
    while (!output.includes(text) && !state.isOver) await new Promise<void>((resolve) => waiting.push(resolve));
    return output;
  };
  return { child, exit, said };
}

describe('a running server', () => {
  test('is seen by its open database, whatever became of its pid file; a second start does not hide it', async () => {
    const { server } = await practiceWithBackup();
    await server.close();
    const first = start(['server/main.ts']);
    const [, port = ''] = /127\.0\.0\.1:(\d+)/.exec(await first.said('Orchid is at')) ?? [];

    const second = start(['server/main.ts'], { PORT: port });
    expect(await second.said('DATA_DIR')).toContain('in use by another server');
    expect(await second.exit).toBe(1);
    expect(runningServer(at('data'))).toBe(first.child.pid);
    await expect(restore()).rejects.toThrow(`process ${first.child.pid}`);

    fs.rmSync(at('data/server.pid'));
    await expect(restore()).rejects.toThrow('has its database open');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    expect(fs.readdirSync(root).toSorted()).toEqual(['backup', 'data']);

    first.child.kill('SIGKILL');
    await first.exit;
    expect((await restore()).before).not.toBeNull();
  });

  test('of another user is one: EPERM says that the process lives', () => {
    fs.writeFileSync(at('server.pid'), '4711');
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
    });
    expect(runningServer(root)).toBe(4711);
    kill.mockImplementation(() => {
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' });
    });
    expect(runningServer(root)).toBeNull();
  });

  test('is not suspected where the database that lies there is beyond reading', async () => {
    const { server } = await practiceWithBackup();
    await server.close();
    fs.writeFileSync(at('data/orchid.db'), 'no database at all, but long enough to have a head'.repeat(40));
    await restore();
    expect(() => openData('data')).not.toThrow();
  });
});

describe('a restore that is cut off', () => {
  /** A process of its own that dies, as by a power cut, at its n-th rename. */
  const dieAt = (turn: number): Started => {
    const script = `
      import { renameSync } from 'node:fs';
      import { restoreBackup } from './server/backup/restore-backup.ts';
      import { systemClock, systemRandom } from './server/system-ports.ts';
      let turn = 0;
      const rename = (from, to) => { turn += 1; if (turn === ${turn}) process.kill(process.pid, 'SIGKILL'); renameSync(from, to); };
      await restoreBackup({ from: ${JSON.stringify(at('backup'))}, dataDir: ${JSON.stringify(at('data'))}, random: systemRandom, clock: systemClock, rename });`;
    return start(['--input-type=module', '-e', script]);
  };

  test('before the first rename leaves the data as they were, and a complete directory beside them', async () => {
    const { server } = await practiceWithBackup();
    await server.close();
    const before = contentOf(at('data'));
    const { exit } = dieAt(1);
    expect(await exit).toBe('SIGKILL');
    expect(contentOf(at('data'))).toEqual(before);
    const [staged = ''] = fs.readdirSync(root).filter((name) => name.startsWith('data.restoring-'));
    expect(fs.readdirSync(at(staged)).toSorted()).toEqual(['master.key', 'orchid.db', 'server-keys.sealed']);
  });

  test('between the two renames starts no server on an empty directory, and says what to rename', async () => {
    const { server } = await practiceWithBackup();
    await server.close();
    const { exit } = dieAt(2);
    expect(await exit).toBe('SIGKILL');
    const [staged = ''] = fs.readdirSync(root).filter((name) => name.startsWith('data.restoring-'));
    expect(() => openData('data')).toThrow(`was cut off: rename ${staged} to data`);
    fs.renameSync(at(staged), at('data'));
    const restored = await TestServer.create({ dataDir: at('data') });
    expect(await restored.store.read(() => call('getRecord', 'chart', 'c1'))).toBeDefined();
    await restored.close();
  });

  test('every file and the directory are on the disk before the first rename', async () => {
    const { server } = await practiceWithBackup();
    await server.close();
    const sync = vi.spyOn(fs, 'fsyncSync');
    syncBuiltinESMExports();
    const synced: number[] = [];
    await restore((from, to) => {
      synced.push(sync.mock.calls.length);
      fs.renameSync(from, to);
    });
    const files = fs.readdirSync(at('data')).length;
    expect(synced[0]).toBe(files + 1);
    expect(sync.mock.calls.length).toBe(files + 2);
  });

  test.each([
    ['the old directory', 1, 'EBUSY'],
    ['the new directory', 2, 'EXDEV'],
  ])('%s cannot be moved: said in one sentence, and nothing is changed', async (_which, failing, code) => {
    const { server } = await practiceWithBackup();
    await server.close();
    const before = contentOf(at('data'));
    let turn = 0;
    const attempt = restore((from, to) => {
      turn += 1;
      if (turn === failing) throw Object.assign(new Error(code), { code });
      fs.renameSync(from, to);
    });
    await expect(attempt).rejects.toThrow(`cannot be exchanged as a whole (${code})`);
    expect(contentOf(at('data'))).toEqual(before);
    expect(fs.readdirSync(root).toSorted()).toEqual(['backup', 'data']);
  });

  test.each([databaseFile, 'server-keys.sealed'])('no master key is made beside %s', async (name) => {
    const { server } = await practiceWithBackup();
    await server.close();
    fs.mkdirSync(at('half'));
    fs.copyFileSync(at(`data/${name}`), at(`half/${name}`));
    expect(() => openData('half')).toThrow(`holds ${name} without the master.key`);
    expect(fs.readdirSync(at('half'))).toEqual([name]);
  });

  test('behind a symbolic link the directory itself is exchanged, on its own disk', async () => {
    const { server } = await practiceWithBackup();
    await server.close();
    fs.mkdirSync(at('disk'));
    fs.renameSync(at('data'), at('disk/real'));
    fs.symlinkSync(at('disk/real'), at('data'));
    const { before } = await restore();
    expect(before).toMatch(/disk\/real\.before-/);
    expect(fs.lstatSync(at('data')).isSymbolicLink()).toBe(true);
    expect(fs.existsSync(at('disk/real/orchid.db'))).toBe(true);
  });
});

test('a restore ends every session: what was signed out after the backup stays out, and everybody signs in again', async () => {
  const { server, device } = await practiceWithBackup();
  const { keys } = server;
  expect((await device.pullPage()).lines.length).toBeGreaterThan(0);
  await server.close();
  await restore();

  const raw = new Database(at('data/orchid.db'), { readonly: true });
  const sessions = raw.prepare('SELECT ended_reason FROM session').pluck().all();
  expect(sessions).toEqual(['expired']);
  expect(raw.prepare('SELECT count(*) FROM access_token').pluck().get()).toBe(0);
  const audited = raw.prepare("SELECT count(*) FROM audit WHERE action = 'session.expired' AND actor = 'ann'");
  expect(audited.pluck().get()).toBe(1);
  raw.close();

  const restored = await TestServer.create({ dataDir: at('data'), seed: 2 });
  for (const [sub, key] of keys) restored.keys.set(sub, key);
  const again = await restored.signedIn('ann');
  expect((await again.pullPage()).lines.length).toBeGreaterThan(0);
  await restored.close();
});
