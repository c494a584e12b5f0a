import { trustedScript } from './trusted-urls.ts';
import type { UpdateSource } from './update-source.ts';

/**
 * The tag under which the browser wakes the service worker. A tag whose event failed waits for minutes before the
 * browser tries it again; some in turn, a new one every five seconds, give a fresh start to whatever is written later.
 */
function depositTag(): string {
  return `orchid-deposit-${Math.floor(Date.now() / 5000) % 64}`;
}

interface SyncManager {
  register(tag: string): Promise<void>;
}

/** With the app locked, the open page itself reminds the service worker; 2 s keeps within the promised 5. */
const remindEveryMs = 2000;

let reminder: ReturnType<typeof setInterval> | null = null;

/**
 * Registers the service worker. `updates` hears of a new version that waits, with the way to put it in use, and of one that
 * another tab has put in use.
 */
export async function registerServiceWorker(updates: Pick<UpdateSource, 'announce' | 'tookOver'>): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  let isControlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // The first one takes over the page that installed it: the same version, and nothing to load anew.
    if (isControlled) void updates.tookOver();
    isControlled = true;
  });
  let failed = 0;
  const begin = async (): Promise<void> => {
    try {
      await install(updates, isControlled, again);
    } catch (error) {
      // A network that broke says so by this; where a browser forbids it, nothing is tried again.
      if (!(error instanceof TypeError)) throw error;
      again();
    }
  };
  const again = (): void => {
    const waitMs = Math.min(firstWaitMs * 2 ** failed, longestWaitMs);
    failed += 1;
    const timer = setTimeout(go, waitMs);
    function go(): void {
      clearTimeout(timer);
      removeEventListener('online', go);
      void begin();
    }
    addEventListener('online', go);
  };
  await begin();
}

/** After so long, and twice as long each time, what the network broke is begun anew; as soon as there is one in any case. */
const firstWaitMs = 5000;
const longestWaitMs = 5 * 60_000;

/** `onBroken`: the first one could not be installed. Nobody but this page would begin it anew. */
async function install(
  updates: Pick<UpdateSource, 'announce'>,
  isControlled: boolean,
  onBroken: () => void,
): Promise<void> {
  const registration = await navigator.serviceWorker.register(trustedScript('serviceWorker'), {
    updateViaCache: 'none',
  });
  const first = registration.active ? null : registration.installing;
  first?.addEventListener('statechange', () => {
    if (first.state === 'redundant' && !registration.active) onBroken();
  });
  // A page that was loaded past its service worker is taken in too.
  if (!isControlled) registration.active?.postMessage({ type: 'claim' });
  const offer = (worker: ServiceWorker): void => updates.announce(() => worker.postMessage({ type: 'SKIP_WAITING' }));
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) offer(installing);
    });
  });
}

/** Asks for delivery: by Background Sync where it exists, and by a message while a page is open. */
export function requestDeposit(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready
    .then(async (registration) => {
      const { sync } = registration as { sync?: SyncManager };
      await sync?.register(depositTag());
    })
    // Refused in some profiles; the page's own reminders and the next start deliver all the same.
    .catch(() => undefined);
}

/** Reminds the service worker at short intervals for as long as the page is locked and something waits. */
export function remindWhileLocked(isNeeded: () => boolean): void {
  if (reminder !== null) return;
  const remind = (): void => {
    if (!isNeeded()) {
      if (reminder !== null) clearInterval(reminder);
      reminder = null;
      return;
    }
    navigator.serviceWorker?.controller?.postMessage({ type: 'deposit' });
  };
  reminder = setInterval(remind, remindEveryMs);
  remind();
}
