/** A process of its own: clients of the shipped engine over the memory store, all of which begin at once. Talks by messages. */
import sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import { allRows } from '../../sync/client/replica/all-rows.ts';
import { openKeys } from '../../sync/client/keys/replica-keys.ts';
import { readMeta } from '../../sync/client/replica/meta.ts';
import type { Replica } from '../../sync/client/replica/replica.ts';
import { SyncEngine } from '../../sync/client/lead/sync-engine.ts';
import { registry } from '../../sync/collections/index.ts';
import { MemoryDisk } from '../../sync/store/memory-store.ts';
import { createFetchTransport } from '../../sync/web/fetch-transport.ts';
import { consoleLog, systemClock, systemRandom } from '../../sync/web/system-ports.ts';

const task = v.object({
  origin: v.string(),
  records: v.number(),
  devices: v.array(v.object({ sub: v.string(), cookie: v.string() })),
});
const cookies = new Map<string, string>();

/** What a browser adds to the shipped transport's requests: the address and the session. */
function installFetch(origin: string): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string') throw new Error('the shipped transport names paths');
    const url = new URL(input, origin);
    const headers = new Headers(init?.headers);
    headers.set('cookie', cookies.get(url.searchParams.get('client') ?? '') ?? '');
    return fetch(url, { ...init, headers });
  };
}

/** Seconds from the engine's start until everything is in. */
async function firstSync(device: { readonly sub: string; readonly cookie: string }, records: number): Promise<number> {
  const store = new MemoryDisk().connect();
  const replicaKey = systemRandom.bytes(32);
  const keys = await openKeys(store, {
    sodium,
    random: systemRandom,
    replicaKey,
    accountRoot: replicaKey,
    email: null,
  });
  const clientId = (await store.read(() => readMeta('client')))[0]?.clientId ?? '';
  cookies.set(clientId, device.cookie);
  const replica: Replica = {
    store,
    registry,
    sodium,
    random: systemRandom,
    gate: { closed: false },
    sealer: keys.sealer,
    actor: { principal: device.sub, sub: device.sub },
    depositKeys: keys.ring.deposit,
    depositKeyId: keys.ring.depositId,
    lockEpoch: keys.lockEpoch,
  };
  const from = performance.now();
  await new Promise<void>((resolve) => {
    const engine = new SyncEngine({
      replica,
      transport: createFetchTransport(),
      clock: systemClock,
      random: systemRandom,
      log: consoleLog,
      owner: clientId,
      registerKey: async () => true,
      onLocked: () => undefined,
      onRest: () => {
        engine.stop();
        resolve();
      },
    });
    engine.start();
  });
  const seconds = (performance.now() - from) / 1000;
  const base = await store.read(() => allRows('base'));
  if (base.length !== records) throw new Error(`${base.length} records came, ${records} are held`);
  return seconds;
}

process.on('disconnect', () => process.exit(0));
process.once('message', (message) => {
  const { origin, devices, records } = v.parse(task, message);
  installFetch(origin);
  void (async () => {
    await sodium.ready;
    const before = process.cpuUsage();
    const seconds = await Promise.all(devices.map((device) => firstSync(device, records)));
    const { user, system } = process.cpuUsage(before);
    process.send?.({ seconds, cpuMs: (user + system) / 1000 }, () => process.exit(0));
  })();
});
