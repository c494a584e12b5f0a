import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sodium from 'libsodium-wrappers';
import { verifyAudit } from './effects/verify-chain.ts';
import { parseConfig } from './config.ts';
import { openSecrets } from './secrets.ts';
import { createSqliteStore } from './store/sqlite-store.ts';
import { createLog, systemClock, systemRandom } from './system-ports.ts';

/**
 * `node --import tsx server/verify-audit.ts`: recomputes the audit chain of DATA_DIR and compares it with the signed
 * checkpoints beside the database. Exit code 0: untouched; 1: not.
 */
async function main(dataDir: string): Promise<number> {
  await sodium.ready;
  const ports = { sodium, random: systemRandom, clock: systemClock, log: createLog('error') };
  const secrets = openSecrets(dataDir, ports);
  const store = createSqliteStore({
    file: path.join(dataDir, 'orchid.db'),
    masterKey: secrets.masterKey,
    random: systemRandom,
  });
  const file = path.join(dataDir, 'audit-checkpoints.ndjson');
  const checkpoints = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const verdict = await verifyAudit(store, { publicPem: secrets.auditPublic, checkpoints });
  await store.close();
  process.stdout.write(
    verdict.kind === 'intact'
      ? `The audit chain is intact: ${verdict.rows} rows, ${verdict.checkpoints} checkpoints, ${verdict.unsealed} not chained yet.\n`
      : `The audit chain is broken at link ${verdict.link}: ${verdict.reason}.\n`,
  );
  return verdict.kind === 'intact' ? 0 : 1;
}

process.exitCode = await main(parseConfig(process.env).dataDir);
