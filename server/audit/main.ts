import path from 'node:path';
import { parseArgs } from 'node:util';
import sodium from 'libsodium-wrappers';
import { parseConfig } from '../config.ts';
import { openSecrets } from '../secrets.ts';
import { createSqliteStore } from '../store/sqlite-store.ts';
import { createLog, systemClock, systemRandom } from '../system-ports.ts';
import { rowsOfAccount } from './rows-of-account.ts';

/** `npm run audit -- --account SUB|EMAIL`: what the audit log of DATA_DIR holds of one account, a line each. */
async function main(dataDir: string, name: string | undefined): Promise<number> {
  if (name === undefined) {
    process.stderr.write('Say whose: npm run audit -- --account SUB|EMAIL\n');
    return 1;
  }
  await sodium.ready;
  const ports = { sodium, random: systemRandom, clock: systemClock, log: createLog('error') };
  const { masterKey } = openSecrets(dataDir, ports);
  const store = createSqliteStore({ file: path.join(dataDir, 'orchid.db'), masterKey, random: systemRandom });
  const rows = await rowsOfAccount(store, name);
  await store.close();
  if (!rows) {
    process.stderr.write('There is no such account.\n');
    return 1;
  }
  for (const row of rows) process.stdout.write(`${row.at} ${row.action} ${row.subject}\n`);
  return 0;
}

const { values } = parseArgs({ options: { account: { type: 'string' } } });
process.exitCode = await main(parseConfig(process.env).dataDir, values.account);
