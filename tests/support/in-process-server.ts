import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import sodium from 'libsodium-wrappers';
import { registry } from '../../sync/collections/index.ts';
import { createApp } from '../../server/app.ts';
import { createPasswords } from '../../server/auth/passwords.ts';
import { seedDemo } from '../../server/dev/seed.ts';
import { createSecrets } from '../../server/secrets.ts';
import { createSqliteStore } from '../../server/store/sqlite-store.ts';
import { systemClock, systemRandom } from '../../server/system-ports.ts';

/** The shipped server in this process, in memory, with a client build of one's choice. */
export async function startInProcessServer(
  distDir: string,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  await sodium.ready;
  const ports = { clock: systemClock, random: systemRandom };
  const secrets = createSecrets({ sodium, ...ports });
  const store = createSqliteStore({ file: ':memory:', masterKey: secrets.masterKey, random: systemRandom });
  const passwords = await createPasswords({ sodium, tokenKey: secrets.tokenKey });
  await seedDemo({ store, ...ports, sodium, passwords, registry }, 'now');
  const quiet = { error: () => undefined, info: () => undefined, debug: () => undefined };
  const orchid = await createApp({ store, ...ports, log: quiet, secrets, distDir });
  const server = createAdaptorServer({ fetch: orchid.app.fetch }) as Server;
  orchid.attachSocket(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: async () => {
      orchid.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await store.close();
    },
  };
}
