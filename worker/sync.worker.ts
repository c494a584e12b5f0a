import * as Comlink from 'comlink';
import wholeSodium from 'libsodium-wrappers';
import { registry } from '../sync/collections/index.ts';
import { createActivitySigner } from '../sync/client/keys/activity-signer.ts';
import { createRowSealer } from '../sync/client/replica/row-sealer.ts';
import type { SyncWorkerApi } from '../sync/client/sync-worker-api.ts';
import type { Replica } from '../sync/client/replica/replica.ts';
import { SyncEngine } from '../sync/client/lead/sync-engine.ts';
import type { Sodium } from '../sync/core/sodium.ts';
import { newId } from '../sync/core/new-id.ts';
import { openIndexedDbStore } from '../sync/store/indexeddb-store.ts';
import { noteLastActive, signRequests } from '../sync/web/renewal.ts';
import { createFetchTransport } from '../sync/web/fetch-transport.ts';
import { consoleLog, systemClock, systemRandom } from '../sync/web/system-ports.ts';
import { PokeSocket } from './poke-socket.ts';

let engine: SyncEngine | null = null;
/** No more of it than is shipped. */
const sodium: Sodium = wholeSodium;

const api: SyncWorkerApi = {
  start: async (keys, registerKey, onLocked, onSessions) => {
    await wholeSodium.ready;
    if (keys.signing) signRequests(createActivitySigner(sodium, keys.signing));
    const replica: Replica = {
      store: openIndexedDbStore({ name: keys.replicaName, clock: systemClock }),
      registry,
      sodium,
      random: systemRandom,
      gate: { closed: false },
      sealer: createRowSealer(sodium, keys.replicaKey, systemRandom),
      actor: { principal: keys.principal, sub: keys.sub },
      depositKeys: new Map(keys.depositKeys),
      depositKeyId: keys.depositKeyId,
      lockEpoch: keys.lockEpoch,
    };
    const transport = createFetchTransport();
    const socket = new PokeSocket({
      clock: systemClock,
      onPoke: () => engine?.wake(),
      onPage: (place, lines) => engine?.offer(place, lines),
      onSessions,
      onLost: () => engine?.wake(),
    });
    engine = new SyncEngine({
      replica,
      transport: {
        push: (request, signal) => socket.watch(transport.push(request, signal)),
        pull: (request, onLine, signal) => socket.watch(transport.pull(request, onLine, signal)),
      },
      clock: systemClock,
      random: systemRandom,
      log: consoleLog,
      owner: newId(systemRandom),
      registerKey,
      onLocked,
      onLeadChange: (leads) => (leads ? socket.start() : socket.stop()),
      onRest: (place) => socket.follow(place),
    });
    engine.start();
  },
  wake: () => engine?.wake(),
  cycleOnce: async () => engine?.cycleOnce(),
  setVisible: (visible) => engine?.setVisible(visible),
  noteActivity: (nowMs) => noteLastActive(nowMs),
  setSigning: (signing) => signRequests(createActivitySigner(sodium, signing)),
};

Comlink.expose(api);
