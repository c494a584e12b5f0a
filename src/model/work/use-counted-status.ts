import { useEffect, useState } from 'react';
import type { SyncStatus } from '../../../sync/client/api.ts';
import { useClient, useStatus } from '../../lib/client-context.ts';
import { withoutWords } from '../sessions/refused-words.ts';
import { followWork } from './follow-work.ts';

/** The status, with what needs attention counted as it is shown: what waits beside a refused booking is one with it. */
export function useCountedStatus(): SyncStatus {
  const client = useClient();
  const status = useStatus();
  const [beside, setBeside] = useState(0);
  // One alone waits beside nothing.
  const isSeveral = status.attention > 1;
  useEffect(
    () =>
      isSeveral
        ? followWork(
            client,
            () => client.attention(),
            (all) => setBeside(all.length - withoutWords(all).length),
          )
        : undefined,
    [client, isSeveral],
  );
  if (!isSeveral || beside === 0) return status;
  return { ...status, attention: Math.max(1, status.attention - beside) };
}
