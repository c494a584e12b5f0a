import { useCallback, useEffect, useState } from 'react';
import type { PasskeyState } from '../../../../sync/client/api.ts';
import { useClient } from '../../../lib/client-context.ts';

/** Whether a passkey opens this device; null until that is known. */
export function usePasskey() {
  const client = useClient();
  const [state, setState] = useState<PasskeyState | null>(null);
  const askAgain = useCallback(() => void client.passkeyState().then(setState), [client]);
  useEffect(askAgain, [askAgain]);
  const [isStuck, setStuck] = useState(false);
  const drop = async (): Promise<void> => {
    // Storage that fails has turned nothing off: nobody may believe it has.
    const isDone = await client.dropPasskey().then(
      () => true,
      () => false,
    );
    setStuck(!isDone);
    askAgain();
  };
  return { state, askAgain, drop, isStuck };
}
