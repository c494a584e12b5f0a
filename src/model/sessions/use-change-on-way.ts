import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClient, useStatus } from '../../lib/client-context.ts';
import type { Session } from './use-own-sessions.ts';

/** What takes no longer than this is not spoken of. */
const patienceMs = 1000;

/**
 * Whether the socket has told of a newer version of this session than the one here, for a second by now. What was changed before
 * this device last had everything is here, though another device's clock said otherwise.
 */
export function useChangeOnWay({ id, body }: Session): boolean {
  const { heard } = useClient();
  const { syncedAt } = useStatus();
  const told = useSyncExternalStore(
    (listener) => heard.subscribe(listener),
    () => heard.get().find((one) => one.appointment_id === id)?.modify_datetime ?? '',
  );
  const isAwaited = told > body.modify_datetime && told > (syncedAt ?? '');
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isAwaited]);
  return isAwaited && isLong;
}
