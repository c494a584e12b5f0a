import { useSyncExternalStore } from 'react';

/**
 * Whether this page's parts lie on the device: its service worker has stored them all and answers for this page. Until then
 * a screen that was not opened yet needs the network. Always so while developing, where nothing is stored.
 */
function isReady(): boolean {
  if (import.meta.env.DEV) return true;
  return 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
}

function subscribe(listener: () => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  navigator.serviceWorker.addEventListener('controllerchange', listener);
  return () => navigator.serviceWorker.removeEventListener('controllerchange', listener);
}

/** Whether the app itself would open here without a connection. */
export function useOfflineReady(): boolean {
  return useSyncExternalStore(subscribe, isReady);
}
