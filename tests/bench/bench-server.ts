/** A process of its own: the shipped server over a seeded practice, and the bench page beside it. Talks by messages. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import sodium from 'libsodium-wrappers';
import { registry } from '../../sync/collections/index.ts';
import { toInstant } from '../../sync/core/instant.ts';
import { createApp } from '../../server/app.ts';
import { createPasswords } from '../../server/auth/passwords.ts';
import { noAllowances } from '../../server/auth/request-limits.ts';
import { generatePractice } from '../../server/dev/generate-practice.ts';
import { demoPassword, seedPractice } from '../../server/dev/seed.ts';
import { openSecrets } from '../../server/secrets.ts';
import { createSqliteStore } from '../../server/store/sqlite-store.ts';
import { createLog, systemClock, systemRandom } from '../../server/system-ports.ts';
import { openBareRelay } from './server/bare-relay.ts';
import { createBenchRoutes } from './server/bench-routes.ts';
import { isPracticeName, practiceShapes } from './server/practice-shapes.ts';

const [name = '', pageDir = ''] = process.argv.slice(2);
if (!isPracticeName(name)) throw new Error(`no practice is called ${name}`);
await sodium.ready;
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-bench-'));
process.on('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
process.on('disconnect', () => process.exit(0));

const ports = { sodium, random: systemRandom, clock: systemClock, log: createLog('error') };
const secrets = openSecrets(dataDir, ports);
const store = createSqliteStore({
  file: path.join(dataDir, 'orchid.db'),
  masterKey: secrets.masterKey,
  random: systemRandom,
});
const practice = generatePractice({ seed: 2026, anchor: toInstant(Date.now()), size: practiceShapes[name] });
const passwords = await createPasswords({ sodium, tokenKey: secrets.tokenKey });
await seedPractice({ ...ports, store, passwords, registry }, practice, demoPassword);

const orchid = await createApp({
  ...ports,
  store,
  secrets,
  limits: { login: 1e6, preLogin: 1e6 },
  allowances: noAllowances,
  distDir: path.resolve('dist'),
});
const asked = new Set<string>();
const relay = await openBareRelay();
const bench = createBenchRoutes({ store, practice, pageDir, dataDir, asked, relay });
const server = createAdaptorServer({
  fetch: (request, env) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/bench/')) return bench.fetch(request, env);
    if (pathname.endsWith('.js')) asked.add(pathname);
    return orchid.app.fetch(request, env);
  },
});
if (!('closeIdleConnections' in server)) throw new Error('an HTTP/1.1 server is expected');
orchid.attachSocket(server);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  process.send?.({
    origin: `http://127.0.0.1:${port}`,
    relay: relay.address,
    email: practice.accounts[0]?.email ?? '',
  });
});
