import type { DeviceFacts } from '../../../../sync/protocol/device-message.ts';
import { FormPassword } from '../../../forms/form-password.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { nameOf } from './device-words.ts';
import { useDeviceAct } from './use-device-act.ts';

interface FoundDeviceProps {
  readonly device: DeviceFacts;
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** [DV-5] What comes from it goes in by itself again. */
export function FoundDevice({ device, onBack, onDone }: FoundDeviceProps) {
  const form = useDeviceAct({ act: 'device.found', body: () => ({ device: device.id }), onDone });
  return (
    <Sheet
      open
      title="I have it again"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
            I have it again
          </SendButton>
        </>
      }
    >
      <p>
        From here on what {nameOf(device)} sends goes in by itself, also what was written on it meanwhile and has not
        come yet. Look at it first if somebody else may have used it.
      </p>
      <Form form={form}>
        <FormPassword form={form} name="password" autoComplete="current-password" />
      </Form>
    </Sheet>
  );
}
