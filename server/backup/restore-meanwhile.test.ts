import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeClock, seededRandom } from '../testing/fake-clock.ts';
import { openServers } from '../testing/open-servers.ts';
import { TestServer } from '../testing/test-server.ts';
import { BackupError } from './backup-error.ts';
import { noteRunning } from './server-pid.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const { folder } = openServers();
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** A data directory with checkpoints of its audit log, and a backup of it. */
async function practiceWithBackup() {
  const root = folder();
  const [dataDir, backup] = [path.join(root, 'data'), path.join(root, 'backup')];
  const server = await TestServer.create({ dataDir });
  fs.writeFileSync(path.join(dataDir, 'audit-checkpoints.ndjson'), '{}\n');
  await takeBackup({ dataDir, to: backup, clock: server.clock });
  await server.close();
  return { root, dataDir, backup };
}

test('a server that starts while a restore is being built keeps its data, and nothing is left beside it', async () => {
  const { root, dataDir, backup } = await practiceWithBackup();
  const random = seededRandom(3);
  let asked = 0;
  let end = (): void => undefined;
  const meanwhile = {
    // First for a name, then for what is built.
    bytes: (length: number) => {
      asked += 1;
      if (asked === 2) end = noteRunning(dataDir);
      return random.bytes(length);
    },
  };
  const restored = restoreBackup({ from: backup, dataDir, random: meanwhile, clock: new FakeClock() });
  await expect(restored).rejects.toThrow(BackupError);
  end();
  expect(asked).toBeGreaterThan(1);
  expect(fs.readdirSync(root).toSorted()).toEqual(['backup', 'data']);
});

test('what went wrong while it was copied is not put in place: the copies are looked at', async () => {
  const { root, dataDir, backup } = await practiceWithBackup();
  const copy = fs.copyFileSync;
  vi.spyOn(fs, 'copyFileSync').mockImplementation((from, to) => {
    copy(from, to);
    if (String(to).endsWith('.ndjson')) fs.appendFileSync(String(to), 'cut');
  });
  syncBuiltinESMExports();
  const restored = restoreBackup({ from: backup, dataDir, random: seededRandom(3), clock: new FakeClock() });
  await expect(restored).rejects.toThrow('The backup is damaged: audit-checkpoints.ndjson.');
  expect(fs.readdirSync(root).toSorted()).toEqual(['backup', 'data']);
});
