import { parseArgs } from 'node:util';
import { ConfigError, parseConfig } from '../config.ts';
import { systemClock, systemRandom } from '../system-ports.ts';
import { BackupError } from './backup-error.ts';
import { restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

/** `npm run backup -- --to DIR` of a running server's DATA_DIR; `npm run restore -- --from DIR` into a stopped one's. */
async function main(args: readonly string[]): Promise<string> {
  const [verb, ...rest] = args;
  const { values } = parseArgs({
    args: rest.filter((arg) => arg !== '--'),
    options: { to: { type: 'string' }, from: { type: 'string' } },
  });
  const { dataDir } = parseConfig(process.env);
  const from = performance.now();
  const seconds = (): string => ((performance.now() - from) / 1000).toFixed(1);
  if (verb === 'take' && values.to !== undefined) {
    const { records, at } = await takeBackup({ dataDir, to: values.to, clock: systemClock });
    return `Backup of ${at} with ${records} records, verified, in ${seconds()} s: ${values.to}\nIt holds the keys: keep it where nobody else reads.`;
  }
  if (verb === 'restore' && values.from !== undefined) {
    const { manifest, before } = await restoreBackup({
      from: values.from,
      dataDir,
      random: systemRandom,
      clock: systemClock,
    });
    const moved = before === null ? '' : `\nWhat lay there is kept at ${before}`;
    return `Restored the backup of ${manifest.at} with ${manifest.records} records in ${seconds()} s: start the server.${moved}\nEverybody signs in again. What was ended after ${manifest.at} lives again: access that was withdrawn, devices that were signed out, passwords that were changed. End it again by hand.`;
  }
  throw new BackupError('Say where: npm run backup -- --to DIR, or npm run restore -- --from DIR');
}

try {
  process.stdout.write(`${await main(process.argv.slice(2))}\n`);
} catch (error) {
  if (!(error instanceof BackupError || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
