import { asOrchidClient, type OrchidClient } from './model.ts';
import type { ClientPorts } from '../../sync/client/client-ports.ts';
import { Client } from '../../sync/client/orchid-client.ts';
import type { SyncWorkerApi } from '../../sync/client/sync-worker-api.ts';
import { newId } from '../../sync/core/new-id.ts';
import { deleteIndexedDbStore, openIndexedDbStore } from '../../sync/store/indexeddb-store.ts';
import { clearActivity, readActivity, writeActivity } from '../../sync/web/activity-cookie.ts';
import { fetchApi } from '../../sync/web/fetch-api.ts';
import { noteLastActive, signRequests } from '../../sync/web/renewal.ts';
import { consoleLog, systemClock, systemRandom } from '../../sync/web/system-ports.ts';
import { deviceZone } from './device-zone.ts';
import { EngineWorker, type OpenedWorker } from './engine-worker.ts';
import { flushAll } from './flush.ts';
import { deriveRoot, loadSodium } from './key-derivation.ts';
import { answerKeyQuestions, askForKey } from './key-relay.ts';
import { nameHere } from './name-here.ts';
import { passkeys } from './passkeys.ts';
import { alone, inTurn } from './session-lock.ts';
import { remindWhileLocked, requestDeposit } from './service-worker.ts';
import { trustedScript } from './trusted-urls.ts';

/** Makes the one client of this tab; whose device this is shows in `session` soon after. */
export function createBrowserClient(): OrchidClient {
  ensureDeviceId();
  const tabs = new BroadcastChannel('orchid-tabs');
  const engine = new EngineWorker({ open: openSyncWorker, readActivity });
  const ports: ClientPorts = {
    clock: systemClock,
    random: systemRandom,
    log: consoleLog,
    api: inTurn(fetchApi),
    openStore: (name, events) => openIndexedDbStore({ name, clock: systemClock, ...events }),
    deleteStore: deleteIndexedDbStore,
    loadSodium,
    deriveRoot: (password, kdf) => {
      engine.prepare();
      return deriveRoot(password, kdf);
    },
    startEngine: (keys, callbacks) => engine.start(keys, callbacks),
    activity: {
      read: readActivity,
      write: (nowMs) => {
        writeActivity(nowMs);
        noteLastActive(nowMs);
        engine.noteActivity(nowMs);
      },
      clear: clearActivity,
    },
    signRequests,
    origin: location.origin,
    alone,
    flush: async () => {
      await flushAll();
    },
    nudgeDeposit: () => {
      requestDeposit();
      remindWhileLocked(() => client.session.get().kind === 'locked' && client.status.get().waiting > 0);
    },
    tabs: {
      post: (message) => tabs.postMessage(message),
      listen: (onMessage) => {
        tabs.onmessage = (event: MessageEvent<string>) => onMessage(event.data);
      },
    },
    keyRelay: { ask: askForKey, answer: answerKeyQuestions },
    passkeys,
    persistStorage,
    deviceName: nameHere,
    zone: deviceZone,
  };
  const client = new Client(ports);
  listenForReturns(client);
  void client.start();
  return asOrchidClient(client);
}

/** The moments at which the world may have changed: each makes the engine look again. */
function listenForReturns(client: Client): void {
  document.addEventListener('visibilitychange', () => client.noteVisible(document.visibilityState === 'visible'));
  // What this page can no longer send, the service worker may. Whether there is anything it finds out for itself: what was
  // typed last may have been saved a moment ago.
  globalThis.addEventListener('pagehide', requestDeposit);
  globalThis.addEventListener('pageshow', () => client.noteVisible(true));
  globalThis.addEventListener('focus', () => client.noteVisible(true));
  // A hint, no proof: only an answer of our server proves online.
  globalThis.addEventListener('online', () => client.noteVisible(true));
}

/** [C-540, C-541] A generated 16-character id of this device, as a cookie and kept locally. */
function ensureDeviceId(): void {
  const kept = localStorage.getItem('orchidDeviceId');
  const id = kept !== null && /^[A-Za-z0-9_-]{16}$/.test(kept) ? kept : newId(systemRandom).slice(0, 16);
  localStorage.setItem('orchidDeviceId', id);
  document.cookie = `orchid_device_id=${id}; Max-Age=${400 * 24 * 60 * 60}; Path=/; SameSite=Lax`;
}

function openSyncWorker(): OpenedWorker {
  const worker = new Worker(trustedScript('syncWorker'), { type: 'module', name: 'orchid-sync' });
  let isBroken = false;
  worker.addEventListener('error', () => (isBroken = true));
  return {
    isBroken: () => isBroken,
    reached: import('comlink').then(({ wrap, proxy }) => ({ api: wrap<SyncWorkerApi>(worker), proxy })),
    end: () => worker.terminate(),
  };
}

async function persistStorage(): ReturnType<ClientPorts['persistStorage']> {
  if (!('storage' in navigator)) return 'unknown';
  try {
    const persisted = (await navigator.storage.persisted()) || (await navigator.storage.persist());
    return persisted ? 'persistent' : 'best-effort';
  } catch {
    // Some private modes refuse to answer.
    return 'unknown';
  }
}
