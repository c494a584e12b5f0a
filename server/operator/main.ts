import path from 'node:path';
import { parseArgs } from 'node:util';
import sodium from 'libsodium-wrappers';
import { parseConfig } from '../config.ts';
import { openSecrets } from '../secrets.ts';
import { createSqliteStore } from '../store/sqlite-store.ts';
import { createLog, systemClock, systemRandom } from '../system-ports.ts';
import { runAccountCommand, type AccountOptions } from './account-command.ts';
import { isInviteAsked, runInviteCommand, type InviteOptions } from './invite-command.ts';

/** `npm run account`: an account of DATA_DIR, or an invite to it, whether its server runs or not. */
async function main(dataDir: string, options: AccountOptions & InviteOptions): Promise<number> {
  await sodium.ready;
  const ports = { sodium, random: systemRandom, clock: systemClock, log: createLog('error') };
  const { masterKey, tokenKey } = openSecrets(dataDir, ports);
  const store = createSqliteStore({ file: path.join(dataDir, 'orchid.db'), masterKey, random: systemRandom });
  const nowMs = systemClock.now();
  const { code, lines } = isInviteAsked(options)
    ? await runInviteCommand({ store, random: systemRandom, tokenKey, nowMs }, options)
    : await runAccountCommand(store, options, nowMs);
  await store.close();
  const out = code === 0 ? process.stdout : process.stderr;
  for (const line of lines) out.write(`${line}\n`);
  return code;
}

const { values } = parseArgs({
  options: {
    find: { type: 'string' },
    set: { type: 'string', multiple: true },
    approve: { type: 'boolean' },
    'end-sessions': { type: 'boolean' },
    'reset-factor': { type: 'boolean' },
    'channel-invite': { type: 'string' },
    'complete-signup': { type: 'string' },
    'first-name': { type: 'string' },
  },
});
process.exitCode = await main(parseConfig(process.env).dataDir, values);
