import type { DeviceFacts } from '../../../../sync/protocol/device-message.ts';
import { FormPassword } from '../../../forms/form-password.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { nameOf } from './device-words.ts';
import styles from './security.module.css';
import { useDeviceAct } from './use-device-act.ts';

interface LostDeviceProps {
  readonly device: DeviceFacts;
  readonly onBack: () => void;
  readonly onDone: () => void;
  readonly onChangePassword: () => void;
}

/** [DV-3] What reporting a device lost does, and what it cannot do. */
export function LostDevice({ device, onBack, onDone, onChangePassword }: LostDeviceProps) {
  const form = useDeviceAct({ act: 'device.lost', body: () => ({ device: device.id }), onDone });
  return (
    <Sheet
      open
      title="Report it lost"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <SendButton form={form} tone="danger" busyWords="Reporting…">
            Report it lost
          </SendButton>
        </>
      }
    >
      <p>
        {nameOf(device)} is logged out at once. Whatever still comes from it is held: it goes in only if you let it
        through.
      </p>
      <p>
        What is stored on it stays sealed and opens only with your password, or with its own unlock if you turned that
        on there. If it is unlocked at this moment, it can be read there until it locks.
      </p>
      <p className={styles.beside}>
        If somebody may know your password, change it as well.
        <Button onClick={onChangePassword}>Change password</Button>
      </p>
      <Form form={form}>
        <FormPassword form={form} name="password" autoComplete="current-password" />
      </Form>
    </Sheet>
  );
}
