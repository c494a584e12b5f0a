import { createContext, use, useSyncExternalStore } from 'react';
import type { LeaseState, SessionState, SyncStatus } from '../../sync/client/api.ts';
import type { OrchidClient } from './model.ts';

export const ClientContext = createContext<OrchidClient | null>(null);

/** The engine, as screens may use it. */
export function useClient(): OrchidClient {
  const client = use(ClientContext);
  if (!client) throw new Error('useClient needs a ClientContext above it');
  return client;
}

export function useSession(): SessionState {
  const { session } = useClient();
  return useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.get(),
  );
}

export function useStatus(): SyncStatus {
  const { status } = useClient();
  return useSyncExternalStore(
    (listener) => status.subscribe(listener),
    () => status.get(),
  );
}

/** Until when records can be read without a word from the server, and what is closed. */
export function useLease(): LeaseState {
  const { lease } = useClient();
  return useSyncExternalStore(
    (listener) => lease.subscribe(listener),
    () => lease.get(),
  );
}

/** When this device locks for want of activity, in the last two minutes before; else null. */
export function useLockingAt(): number | null {
  const { lockingAt } = useClient();
  return useSyncExternalStore(
    (listener) => lockingAt.subscribe(listener),
    () => lockingAt.get(),
  );
}

/** The signed-in account's id. Only below the session gate. */
export function useSub(): string {
  const session = useSession();
  return 'sub' in session ? session.sub : '';
}
