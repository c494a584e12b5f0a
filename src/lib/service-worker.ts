import { trustedScript } from './trusted-urls.ts';

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
 * Registers the service worker. `onWaiting` gets the way to put a new version in use: it takes over only when the
 * person said so, and the page reloads when it has.
 */
export async function registerServiceWorker(onWaiting: (install: () => void) => void): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(trustedScript('serviceWorker'), {
    updateViaCache: 'none',
  });
  let accepted = false;
  const offer = (worker: ServiceWorker): void =>
    onWaiting(() => {
      accepted = true;
      worker.postMessage({ type: 'SKIP_WAITING' });
    });
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller) offer(installing);
    });
  });
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // Only a change that the person asked for reloads; the first take-over does not.
    if (accepted) location.reload();
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
