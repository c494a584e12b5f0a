/// <reference lib="webworker" />
import * as v from 'valibot';
import { cleanupOutdatedCaches } from 'workbox-precaching';
import type { DepositOutcome } from '../sync/client/push/deliver-sealed.ts';
import { depositOutbox } from './deposit.ts';
import { paySessionDebt } from './session-debt.ts';
import { asksServer, serverPaths } from './asks-server.ts';
import { StoredParts, type Part } from './stored-parts.ts';

/** Background Sync is not in the standard typings yet (WICG draft). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

/** Static routes are not in the standard typings yet (Service Workers, `InstallEvent.addRoutes`). */
interface StaticRoute {
  readonly condition: { readonly urlPattern: { readonly pathname: string } };
  readonly source: 'network';
}

declare global {
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent;
  }
  interface ExtendableEvent {
    /** On an install event, in browsers that know it. */
    addRoutes?(routes: readonly StaticRoute[]): Promise<void>;
  }
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: readonly Part[] };

/** Background Sync tags under which pages ask for a delivery begin so. */
const depositTag = 'orchid-deposit';

/** The one page of the app; every deep link is answered with it. */
const shell = '/index.html';

cleanupOutdatedCaches();
const parts = new StoredParts(self.__WB_MANIFEST);
self.addEventListener('install', (event) => {
  event.waitUntil(parts.install(event));
  event.waitUntil(letPass(event));
});

/**
 * What the server answers goes past this worker, where a browser can be told so: else it is started for each request that comes after
 * half a minute of silence, only to say that it has nothing to say.
 */
async function letPass(event: ExtendableEvent): Promise<void> {
  const routes = serverPaths.map(
    (pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' }) as const,
  );
  // Without them the fetch handler leaves the same requests to the network.
  await event.addRoutes?.(routes).catch(() => undefined);
}

// The shell and its files come from the device, locked or not, online or not. The API never passes through a cache.
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (asksServer(url.pathname)) return;
  if (request.mode === 'navigate' && !parts.has(url.href)) url.pathname = shell;
  const address = url.origin + url.pathname;
  if (!parts.has(address)) return;
  event.respondWith(parts.match(address).then((response) => response ?? fetch(request)));
});

/** Only one delivery at a time; a second caller waits for the one under way. Nothing outlives the event but this promise. */
let delivery: Promise<DepositOutcome> | null = null;

function deliver(): Promise<DepositOutcome> {
  delivery ??= payThenDeposit().finally(() => {
    delivery = null;
  });
  return delivery;
}

/** The server hears of a lock or log-out first: cookies that were left behind open nothing, and what a signed-out device sends is quarantined. */
async function payThenDeposit(): Promise<DepositOutcome> {
  return (await paySessionDebt()) === 'owed' ? 'waiting' : depositOutbox();
}

// Not waited for: until this event is over no page gets its files, and a network may be slow to say no.
self.addEventListener('activate', (event) => {
  event.waitUntil(parts.activate(event));
  // The page that was there first has none of its parts stored by itself: without this its other screens need the network.
  event.waitUntil(self.clients.claim());
  void deliver().catch(() => undefined);
});

self.addEventListener('sync', (event) => {
  if (!event.tag.startsWith(depositTag)) return;
  event.waitUntil(
    deliver().then((outcome) => {
      // A rejected promise makes the browser try again later.
      if (outcome === 'waiting') throw new Error('still waiting');
    }),
  );
});

/** What a page may say to the service worker. */
const pageMessage = v.variant('type', [
  v.object({ type: v.literal('deposit') }),
  v.object({ type: v.literal('relay-key'), index: v.optional(v.number(), 0) }),
  v.object({ type: v.literal('SKIP_WAITING') }),
  v.object({ type: v.literal('claim') }),
]);

self.addEventListener('message', (event) => {
  const message = v.safeParse(pageMessage, event.data);
  if (!message.success) return;
  switch (message.output.type) {
    case 'deposit':
      event.waitUntil(deliver().then((outcome) => event.source?.postMessage({ type: 'deposit-outcome', outcome })));
      return;
    case 'relay-key':
      event.waitUntil(relayKeyQuestion(event, message.output.index));
      return;
    case 'SKIP_WAITING':
      // A new version takes over only when the person said so.
      void self.skipWaiting();
      return;
    case 'claim':
      event.waitUntil(self.clients.claim());
  }
});

/** Hands the asker's port on to another open tab, unread: what goes over it never passes through here. */
async function relayKeyQuestion(event: ExtendableMessageEvent, index: number): Promise<void> {
  const [port] = event.ports;
  const asker = event.source instanceof WindowClient ? event.source.id : '';
  const others = (await self.clients.matchAll({ type: 'window' })).filter((client) => client.id !== asker);
  const other = others[index];
  if (port && other) other.postMessage({ type: 'give-key' }, [port]);
  else port?.postMessage({ kind: 'nobody' });
}
