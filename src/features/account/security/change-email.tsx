import * as v from 'valibot';
import { emailSchema } from '../../../../sync/protocol/registration-message.ts';
import { FormPassword } from '../../../forms/form-password.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

const schema = v.object({
  email: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Please enter your email'),
    v.check((text) => v.is(emailSchema, text), 'Please enter a valid email'),
  ),
  password: v.pipe(v.string(), v.minLength(1, 'Please enter your password')),
});
type Values = v.InferInput<typeof schema>;

interface ChangeEmailProps {
  readonly onBack: () => void;
  readonly onDone: (email: string) => void;
}

/** Asks the new address first: until its link is opened, the old one stays. */
export function ChangeEmail({ onBack, onDone }: ChangeEmailProps) {
  const client = useClient();
  const form = useOrchidForm<Values, Values>({
    schema,
    defaults: { email: '', password: '' },
    words: { email: 'New email', password: 'Password' },
    send: async ({ email, password }): Promise<SendResult> => {
      const result = await client.changeEmail(password, email);
      if (result.kind === 'ok') {
        onDone(email);
        return { kind: 'saved' };
      }
      return {
        kind: 'refused',
        message: result.kind === 'failed' ? result.message : 'That password is not right.',
      };
    },
    onSent: () => undefined,
  });
  return (
    <Sheet
      open
      title="Change email"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <SendButton form={form} busyWords="Sending…">
            Send link
          </SendButton>
        </>
      }
    >
      <p>
        A link goes to the new address. When you open it here, you log in with the new one; the old one is told, and may
        take the change back for seven days.
      </p>
      <Form form={form}>
        <FormText form={form} name="email" type="email" autoComplete="email" />
        <FormPassword form={form} name="password" autoComplete="current-password" />
      </Form>
    </Sheet>
  );
}
