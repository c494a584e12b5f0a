import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import sodium from 'libsodium-wrappers';
import { registry } from '../sync/collections/index.ts';
import { createApp } from './app.ts';
import { noteRunning, otherServer } from './backup/server-pid.ts';
import { createPasswords } from './auth/passwords.ts';
import { noAllowances } from './auth/request-limits.ts';
import { ConfigError, parseConfig, type Config } from './config.ts';
import { demoPassword, seedDemo } from './dev/seed.ts';
import { makeMailboxKey } from './dev/mailbox-access.ts';
import { createMailer } from './mail/create-mailer.ts';
import { openSecrets } from './secrets.ts';
import { makePrivateDirectory } from './store/private-files.ts';
import { createSqliteStore } from './store/sqlite-store.ts';
import { createLog, systemClock, systemRandom } from './system-ports.ts';

const drainMs = 5000;
const lookMs = 10_000;
const distDir = path.join(import.meta.dirname, '..', 'dist');

async function main(config: Config): Promise<void> {
  await sodium.ready;
  const log = createLog();
  const clock = systemClock;
  const random = systemRandom;
  const other = otherServer(config.dataDir);
  // Each keeps in memory what it last wrote and who listens to it.
  if (other !== null)
    throw new ConfigError(
      `DATA_DIR is in use by another server (process ${other}): stop it, or name another directory.`,
    );
  const secrets = openSecrets(config.dataDir, { sodium, random, clock, log });
  makePrivateDirectory(config.dataDir);
  const store = createSqliteStore({
    file: path.join(config.dataDir, 'orchid.db'),
    masterKey: secrets.masterKey,
    random,
  });
  if (config.demo) {
    const passwords = await createPasswords({ sodium, tokenKey: secrets.tokenKey });
    const seeded = await seedDemo(
      { store, clock, random, sodium, passwords, registry },
      config.demo === true ? 'ordinary' : config.demo,
    );
    if (seeded) log.info('demo-seeded', { records: seeded.records.length, accounts: seeded.accounts.length });
  }
  let port = config.port;
  const { mailer, mailbox } = createMailer(config, { clock, log });
  const shownMailbox = mailbox && { mailbox, key: makeMailboxKey(config.dataDir, random) };
  const orchid = await createApp({
    mailer,
    shownMailbox,
    store,
    clock,
    random,
    log,
    secrets,
    config,
    draftPauseMs: config.draftPauseMs,
    ownAddress: () => addressOf(config, port),
    ...(config.requestLimits ? {} : { allowances: noAllowances }),
    ...(existsSync(distDir) ? { distDir } : {}),
    onCheckpoint: (checkpoint) => {
      const file = path.join(config.dataDir, 'audit-checkpoints.ndjson');
      appendFileSync(file, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600 });
    },
  });
  // `npm run jobs -- --again` and `npm run account` write from other processes.
  const looking = setInterval(() => orchid.services.jobs.kick(), lookMs);
  looking.unref();
  const forget = noteRunning(config.dataDir);
  process.on('exit', forget);
  const server = createAdaptorServer({ fetch: orchid.app.fetch });
  if (!('closeIdleConnections' in server)) throw new Error('an HTTP/1.1 server is expected');
  orchid.attachSocket(server);
  server.on('error', (error: NodeJS.ErrnoException) => {
    log.error('listen-failed', { code: error.code ?? 'unknown' });
    if (error.code === 'EADDRINUSE')
      process.stderr.write(`PORT ${config.port} is taken: stop what listens there, or choose another.\n`);
    process.exit(1);
  });
  server.listen(config.port, config.host, () => {
    const address = server.address();
    if (typeof address === 'object' && address) ({ port } = address);
    greet(config, port, shownMailbox?.key ?? null);
  });

  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    orchid.close();
    const leave = (): void => {
      // The last rows are chained before the files close; a failure there must not keep the process.
      orchid
        .settle()
        .then(() => store.close())
        .then(
          () => process.exit(0),
          () => process.exit(0),
        );
    };
    server.close(leave);
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), drainMs).unref();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function addressOf(config: Config, port: number): string {
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${host}:${port}`;
}

/** For the person who started it: where it is, and who can sign in. */
function greet(config: Config, port: number, mailboxKey: string | null): void {
  const lines = [`Orchid is at ${addressOf(config, port)}`];
  if (config.demo) {
    lines.push(
      'Demo sign-ins, in a database that was empty at its first start:',
      `  clinician@demo.test  ${demoPassword}`,
      `  colleague@demo.test  ${demoPassword}`,
      `  desk@demo.test       ${demoPassword}`,
      `  owner@demo.test      ${demoPassword}`,
      `  member@demo.test     ${demoPassword}`,
    );
  }
  if (mailboxKey !== null) lines.push(`Mail of the demo: http://localhost:${port}/dev/mail?key=${mailboxKey}`);
  else if (!config.smtp) lines.push('No mail leaves this server: SMTP_URL is not set.');
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  await main(parseConfig(process.env));
} catch (error) {
  const reason = error instanceof ConfigError ? error.message : `The server could not start: ${describe(error)}`;
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}
