import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { noteRunning } from './server-pid.ts';

const run = promisify(execFile);
let root: string;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-backup-'));
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const at = (name: string): string => path.join(root, name);

/** The commands as a person gives them, in a process of their own. */
function command(verb: 'take' | 'restore', dataDir: string, args: readonly string[]): Promise<{ stdout: string }> {
  return run(process.execPath, ['--import', 'tsx', 'server/backup/main.ts', verb, ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
  });
}

/** Writes one edit after the other until told to stop; answers the uids that the server acknowledged. */
async function keepWriting(device: TestDevice, isOver: () => boolean): Promise<readonly string[]> {
  const acked: string[] = [];
  for (let turn = 0; !isOver(); turn += 1) {
    const answer = await device.push([device.seal({ ...editOf('a1', `text ${turn}`), uid: `uid-${turn}` })]);
    if (answer.kind !== 'ok') throw new Error(`push answered ${answer.kind}`);
    acked.push(`uid-${turn}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return acked;
}

async function haveArrived(server: TestServer, uids: readonly string[]): Promise<boolean> {
  const outcomes = await Promise.all(uids.map((uid) => server.store.read(() => call('outcomeByUid', 'ann', uid))));
  return outcomes.every((outcome) => outcome?.outcome === 'applied');
}

describe('backup and restore', () => {
  test('under load: nothing acknowledged before is missing, and a device goes on where it was', async () => {
    const server = await TestServer.create({ dataDir: at('data') });
    await server.addAccount('ann');
    await server.write(...smallPractice());
    const device = await server.signedIn('ann');
    let isOver = false;
    const early = await keepWriting(device, () => device.lastId >= 20);
    await device.pullAll();
    const late = keepWriting(device, () => isOver);
    const { stdout } = await command('take', at('data'), ['--to', at('backup')]);
    isOver = true;
    const lateUids = await late;
    expect(stdout).toMatch(/verified, in \d+\.\d s/);
    expect(lateUids.length).toBeGreaterThan(5);
    const before = { lastId: device.lastId, cursor: device.cursor, cookies: new Map(device.cookies) };
    const { keys } = server;
    await server.close();

    const { stdout: told } = await command('restore', at('restored'), ['--from', at('backup')]);
    expect(told).not.toContain('What lay there is kept at');
    const restored = await TestServer.create({ dataDir: at('restored') });
    for (const [sub, key] of keys) restored.keys.set(sub, key);
    expect(await haveArrived(restored, early)).toBe(true);

    // The same device, with the cursor and the ids that it had: told to begin anew, and not left behind.
    const again = await restored.signedIn('ann');
    again.clientId = device.clientId;
    again.cursor = before.cursor;
    again.lastId = before.lastId;
    const [first] = (await again.pullPage()).lines;
    expect(first).toMatchObject({ kind: 'begin', reset: true });
    const answer = await again.push([again.seal(editOf('a1', 'after the restore'))]);
    expect(answer).toMatchObject({ kind: 'gap' });
    await restored.close();
  });

  test('a damaged backup, a running server and a full target are named, and change nothing', async () => {
    const server = await TestServer.create({ dataDir: at('data') });
    await server.addAccount('ann');
    await server.close();
    await command('take', at('data'), ['--to', at('backup')]);
    await expect(command('take', at('data'), ['--to', at('backup')])).rejects.toThrow('is not empty');

    const forget = noteRunning(at('data'));
    await expect(command('restore', at('data'), ['--from', at('backup')])).rejects.toThrow('A server is running');
    forget();
    fs.appendFileSync(at('backup/orchid.db'), 'x');
    await expect(command('restore', at('data'), ['--from', at('backup')])).rejects.toThrow('damaged: orchid.db');
    expect(fs.existsSync(at('data/orchid.db'))).toBe(true);
  });

  test('what lay there before is kept beside it', async () => {
    const server = await TestServer.create({ dataDir: at('data') });
    await server.close();
    await command('take', at('data'), ['--to', at('backup')]);
    const { stdout } = await command('restore', at('data'), ['--from', at('backup')]);
    const [, before] = /kept at (.+)/.exec(stdout) ?? [];
    expect(fs.existsSync(path.join(before ?? '', 'orchid.db'))).toBe(true);
  });
});
