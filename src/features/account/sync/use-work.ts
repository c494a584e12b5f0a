import { useEffect, useState } from 'react';
import type { AttentionItem, PendingChange } from '../../../../sync/client/api.ts';
import { useClient } from '../../../lib/client-context.ts';
import { followWork } from '../../../model/work/follow-work.ts';

export interface Work {
  readonly pending: readonly PendingChange[];
  readonly attention: readonly AttentionItem[];
}

/** What has not reached the server, and what it refused. `null` until the replica has answered. */
export function useWork(): Work | null {
  const client = useClient();
  const [work, setWork] = useState<Work | null>(null);
  useEffect(() => {
    const read = async (): Promise<Work> => {
      const [pending, attention] = await Promise.all([client.pending(), client.attention()]);
      return { pending, attention };
    };
    return followWork(client, read, setWork);
  }, [client]);
  return work;
}
