import * as v from 'valibot';
import { FormPassword } from '../../../forms/form-password.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

const passkeySchema = v.object({ password: v.pipe(v.string(), v.minLength(1, 'Please enter your password')) });
type Values = v.InferInput<typeof passkeySchema>;

interface PasskeySheetProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** [PK-1] Has this device open by face, finger or its own code. Offline too: nothing of it leaves the device. */
export function PasskeySheet({ onBack, onDone }: PasskeySheetProps) {
  const client = useClient();
  const form = useOrchidForm<Values, Values>({
    schema: passkeySchema,
    defaults: { password: '' },
    words: { password: 'Password' },
    send: async ({ password }): Promise<SendResult> => {
      const result = await client.keepPasskey(password);
      if (result.kind === 'ok') return { kind: 'saved' };
      const message = result.kind === 'failed' ? result.message : 'That password is not right.';
      return { kind: 'refused', message };
    },
    onSent: onDone,
  });
  return (
    <Sheet
      open
      title="Unlock without the password"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <SendButton form={form} busyWords="Asking this device…">
            Turn on
          </SendButton>
        </>
      }
    >
      <p>
        After a lock, your face, your finger or this device’s own code opens your work here. Everybody who can open the
        device that way can then open Orchid on it. Your password goes on working, and nothing of this leaves the
        device.
      </p>
      <Form form={form}>
        <FormPassword form={form} name="password" autoComplete="current-password" />
      </Form>
    </Sheet>
  );
}
