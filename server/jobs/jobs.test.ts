import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as v from 'valibot';
import { defineJobKind } from '../effects/job-kind.ts';
import { call } from '../store/port.ts';
import { TestServer } from '../testing/test-server.ts';

let dataDir: string;
let server: TestServer;

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-jobs-'));
  const failing = defineJobKind<object>({
    kind: 'strange',
    payload: v.object({}),
    // oxlint-disable-next-line require-yield -- fails before it asks for anything
    *settle() {
      throw new RangeError('bug');
    },
    mostAttempts: 10,
  });
  server = await TestServer.create({ dataDir, jobKinds: [failing] });
  await server.store.write(function* () {
    yield* call('addJob', { kind: 'strange', key: 'k.dead', payload: { name: 'CANARY' }, runAtMs: 0 });
    yield* call('addJob', { kind: 'strange', payload: {}, runAtMs: Date.parse('2027-01-01T00:00:00.000Z') });
  });
  for (let round = 0; round < 12; round += 1) {
    await server.orchid.settle();
    server.clock.pass(60_000);
  }
});
afterEach(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What `npm run jobs -- …` says, and how it ends, beside a server that runs. */
function jobs(...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> {
  const root = path.join(import.meta.dirname, '..', '..');
  const argv = ['--import', 'tsx', 'server/jobs/main.ts', ...args];
  const env = { ...process.env, DATA_DIR: dataDir };
  return new Promise((resolve) => {
    execFile(process.execPath, argv, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, said: stdout + stderr });
    });
  });
}

const auditOf = () =>
  server.store.read(function* () {
    const rows = [...(yield* call('sealedAudit', 0, 100)), ...(yield* call('unsealedAudit', 100))];
    return rows.map(({ actor, action, subject }) => ({ actor, action, subject }));
  });

test('lists waiting and dead jobs without payloads', async () => {
  const { code, said } = await jobs();
  expect(code).toBe(0);
  expect(said.trim().split('\n')).toEqual([
    '1  strange  k.dead  attempts 10  dead  RangeError',
    '2  strange  -  attempts 0  next 2027-01-01T00:00:00.000Z',
  ]);
});

test(
  '--again lets a dead one run anew and --drop takes it away, both in the audit log',
  { timeout: 40_000 },
  async () => {
    expect(await jobs('--again', '1')).toMatchObject({ code: 0 });
    expect(await server.store.read(() => call('getJob', 1))).toMatchObject({ attempts: 0, error: '', dead: false });
    expect(await jobs('--drop', '1')).toMatchObject({ code: 0, said: 'Job 1 is dropped.\n' });
    expect(await server.store.read(() => call('getJob', 1))).toBeUndefined();
    const subject = '{"job":1,"kind":"strange"}';
    expect(await auditOf()).toEqual([
      { actor: 'operator', action: 'job.again', subject },
      { actor: 'operator', action: 'job.drop', subject },
    ]);
    expect(await jobs('--drop', '1')).toEqual({ code: 1, said: 'There is no such job.\n' });
    expect(await jobs('--drop', '1; 2')).toMatchObject({ code: 1 });
  },
);
