import { useState } from 'react';
import type { DeviceFacts } from '../../../../sync/protocol/device-message.ts';
import { useStatus } from '../../../lib/client-context.ts';
import { putAwayDevice } from '../../../model/devices/device-calls.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { nameOf } from './device-words.ts';

interface PutAwayDeviceProps {
  readonly device: DeviceFacts;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** [DV-2] Logs another device out: nothing that was written there is lost by it. */
export function PutAwayDevice({ device, onBack, onDone }: PutAwayDeviceProps) {
  const { online } = useStatus();
  const [state, setState] = useState<'asked' | 'busy' | 'failed'>('asked');

  async function putAway(): Promise<void> {
    setState('busy');
    if (await putAwayDevice(device.id)) onDone();
    else setState('failed');
  }

  return (
    <Sheet
      open
      title="Log out there"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button tone="primary" disabled={state === 'busy' || !online} onClick={() => void putAway()}>
            {state === 'busy' ? 'Logging out…' : 'Log out there'}
          </Button>
        </>
      }
    >
      <p>
        {nameOf(device)} asks for your password before it sends or gets anything again. What was written there and not
        sent yet stays on it, and goes out with the next login.
      </p>
      {online ? null : <Notice tone="wait">This needs a connection.</Notice>}
      {state === 'failed' ? (
        <Notice tone="need" role="alert">
          That did not work just now. Please try again.
        </Notice>
      ) : null}
    </Sheet>
  );
}
