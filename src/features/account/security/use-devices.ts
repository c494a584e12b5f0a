import { useCallback, useEffect, useState } from 'react';
import type { DeviceFacts } from '../../../../sync/protocol/device-message.ts';
import { useStatus } from '../../../lib/client-context.ts';
import { askDevices } from '../../../model/devices/device-calls.ts';

/** Where this account has logged in; `undefined`: not known yet, null: no answer came. Asks again when the connection is back. */
export function useDevices(): {
  readonly devices: readonly DeviceFacts[] | null | undefined;
  readonly askAgain: () => void;
} {
  const { online } = useStatus();
  const [devices, setDevices] = useState<readonly DeviceFacts[] | null | undefined>();
  const askAgain = useCallback(() => void askDevices().then(setDevices), []);
  useEffect(askAgain, [askAgain, online]);
  return { devices, askAgain };
}
