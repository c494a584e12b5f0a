import { createContext, use, useSyncExternalStore } from 'react';
import type { LeaseState, Observable, SessionState, SyncStatus } from '../../sync/client/api.ts';
import type { OrchidClient } from './model.ts';

export const ClientContext = createContext<OrchidClient | null>(null);

/** The engine, as screens may use it. */
export function useClient(): OrchidClient {
  const client = use(ClientContext);
  if (!client) throw new Error('useClient needs a ClientContext above it');
  return client;
}

/** What it says now, and again whenever that changes; the same where the page is painted before there is a browser. */
function useObserved<T>(observable: Observable<T>): T {
  const get = (): T => observable.get();
  return useSyncExternalStore((listener) => observable.subscribe(listener), get, get);
}

export function useSession(): SessionState {
  const { session } = useClient();
  return useObserved(session);
}

export function useStatus(): SyncStatus {
  const { status } = useClient();
  return useObserved(status);
}

/** Until when records can be read without a word from the server, and what is closed. */
export function useLease(): LeaseState {
  const { lease } = useClient();
  return useObserved(lease);
}

/** When this device locks for want of activity, in the last two minutes before; else null. */
export function useLockingAt(): number | null {
  const { lockingAt } = useClient();
  return useObserved(lockingAt);
}

/** The signed-in account's id. Only below the session gate. */
export function useSub(): string {
  const session = useSession();
  return 'sub' in session ? session.sub : '';
}
