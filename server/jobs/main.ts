import path from 'node:path';
import { parseArgs } from 'node:util';
import sodium from 'libsodium-wrappers';
import { parseConfig } from '../config.ts';
import { openSecrets } from '../secrets.ts';
import type { Store } from '../store/port.ts';
import { createSqliteStore } from '../store/sqlite-store.ts';
import { createLog, systemClock, systemRandom } from '../system-ports.ts';
import { changeJob } from './change-job.ts';
import { listJobs } from './list-jobs.ts';

/** `npm run jobs`, with `-- --again ID` or `-- --drop ID`: the waiting and dead jobs of DATA_DIR, whether its server runs or not. */
async function main(dataDir: string, values: { readonly again?: string; readonly drop?: string }): Promise<number> {
  const { again, drop } = values;
  const id = again ?? drop;
  if ((again !== undefined && drop !== undefined) || (id !== undefined && !/^\d{1,15}$/.test(id))) {
    process.stderr.write('Say which: npm run jobs -- --again ID, or npm run jobs -- --drop ID\n');
    return 1;
  }
  await sodium.ready;
  const ports = { sodium, random: systemRandom, clock: systemClock, log: createLog('error') };
  const { masterKey } = openSecrets(dataDir, ports);
  const store = createSqliteStore({ file: path.join(dataDir, 'orchid.db'), masterKey, random: systemRandom });
  const code = id === undefined ? await list(store) : await change(store, again === undefined ? 'drop' : 'again', id);
  await store.close();
  return code;
}

async function list(store: Store): Promise<number> {
  const lines = await store.read(listJobs);
  for (const line of lines) process.stdout.write(`${line}\n`);
  if (lines.length === 0) process.stdout.write('No job waits and none is dead.\n');
  return 0;
}

async function change(store: Store, kind: 'again' | 'drop', id: string): Promise<number> {
  const found = await store.write(() => changeJob(kind, Number(id), systemClock.now()));
  if (!found) process.stderr.write('There is no such job.\n');
  else if (kind === 'drop') process.stdout.write(`Job ${id} is dropped.\n`);
  else process.stdout.write(`Job ${id} runs again: within half a minute where the server runs, else at its start.\n`);
  return found ? 0 : 1;
}

const { values } = parseArgs({ options: { again: { type: 'string' }, drop: { type: 'string' } } });
process.exitCode = await main(parseConfig(process.env).dataDir, values);
