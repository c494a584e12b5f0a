import { useEffect, useState } from 'react';
import type { AttentionItem, PendingChange } from '../../../sync/client/api.ts';
import { useClient } from '../../lib/client-context.ts';

export interface Work {
  readonly pending: readonly PendingChange[];
  readonly attention: readonly AttentionItem[];
}

/** What has not reached the server, and what it refused. `null` until the replica has answered. */
export function useWork(): Work | null {
  const client = useClient();
  const [work, setWork] = useState<Work | null>(null);
  useEffect(() => {
    let current = true;
    const read = () =>
      void Promise.all([client.pending(), client.attention()]).then(([pending, attention]) => {
        if (current) setWork({ pending, attention });
      });
    read();
    const stop = client.watchWork(read);
    return () => {
      current = false;
      stop();
    };
  }, [client]);
  return work;
}
