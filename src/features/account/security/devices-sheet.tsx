import { useState } from 'react';
import type { DeviceFacts } from '../../../../sync/protocol/device-message.ts';
import { useStatus } from '../../../lib/client-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { DeviceLine, type DeviceStep } from './device-line.tsx';
import { nameOf } from './device-words.ts';
import { FoundDevice } from './found-device.tsx';
import { HeldChanges } from './held-changes.tsx';
import { LostDevice } from './lost-device.tsx';
import { PutAwayDevice } from './put-away-device.tsx';
import styles from './security.module.css';
import { useDevices } from './use-devices.ts';

interface DevicesSheetProps {
  readonly onBack: () => void;
  readonly onChangePassword: () => void;
  readonly onSignOutEverywhere: (() => void) | undefined;
}

/** [DV-1] Where this account has logged in, and what can be done about a device that is not at hand. */
export function DevicesSheet({ onBack, onChangePassword, onSignOutEverywhere }: DevicesSheetProps) {
  const { devices, askAgain } = useDevices();
  const [chosen, setChosen] = useState<{ readonly step: DeviceStep; readonly device: DeviceFacts } | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const back = () => {
    askAgain();
    setChosen(null);
  };
  const finish = (words: string) => {
    setDone(words);
    back();
  };
  if (chosen) {
    const { device } = chosen;
    const name = nameOf(device);
    switch (chosen.step) {
      case 'put-away':
        return (
          <PutAwayDevice device={device} onBack={back} onDone={() => finish(`${name} asks for the password now.`)} />
        );
      case 'lost':
        return (
          <LostDevice
            device={device}
            onBack={back}
            onChangePassword={onChangePassword}
            onDone={() => finish(`${name} is logged out, and what comes from it is held.`)}
          />
        );
      case 'held':
        return <HeldChanges device={device} onBack={back} onDone={finish} />;
      case 'found':
        return (
          <FoundDevice device={device} onBack={back} onDone={() => finish(`${name} is one of your devices again.`)} />
        );
    }
  }
  return (
    <DeviceList
      devices={devices}
      done={done}
      onBack={onBack}
      onRetry={askAgain}
      onSignOutEverywhere={onSignOutEverywhere}
      onChoose={(step, device) => {
        setDone(null);
        setChosen({ step, device });
      }}
    />
  );
}

interface DeviceListProps {
  readonly devices: readonly DeviceFacts[] | null | undefined;
  readonly done: string | null;
  readonly onBack: () => void;
  readonly onRetry: () => void;
  readonly onSignOutEverywhere: (() => void) | undefined;
  readonly onChoose: (step: DeviceStep, device: DeviceFacts) => void;
}

function DeviceList({ devices, done, onBack, onRetry, onChoose, onSignOutEverywhere }: DeviceListProps) {
  const { online } = useStatus();
  return (
    <Sheet open title="Devices" size="medium" onClose={onBack} actions={<Button onClick={onBack}>Back</Button>}>
      <div>
        <output className={styles.done}>{done === null ? null : <Notice tone="fine">{done}</Notice>}</output>
        {devices === null ? (
          <Notice tone="wait" actions={<Button onClick={onRetry}>Try again</Button>}>
            {online ? 'The server gave no answer just now.' : 'The list of devices needs a connection.'}
          </Notice>
        ) : null}
        {devices ? (
          <ul className={styles.lines} aria-label="Devices">
            {devices.map((device) => (
              <DeviceLine key={device.id} device={device} onChoose={(step) => onChoose(step, device)} />
            ))}
          </ul>
        ) : null}
      </div>
      {onSignOutEverywhere ? (
        <p className={styles.beside}>
          All of them can be ended at once, this one too.
          <Button onClick={onSignOutEverywhere}>Sign out everywhere</Button>
        </p>
      ) : null}
    </Sheet>
  );
}
