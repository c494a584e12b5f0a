import * as v from 'valibot';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import type { KdfParams } from '../../../../sync/protocol/session-message.ts';
import { FormPassword } from '../../../forms/form-password.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { confirmEmail, type Confirmed } from './register.ts';
import narrow from '../../../ui/narrow-page.module.css';

interface ConfirmPasswordProps {
  readonly token: string;
  readonly kdf: KdfParams;
  readonly onDone: (confirmed: Confirmed) => void;
}

const schema = v.object({ password: v.pipe(v.string(), v.minLength(1, errorTexts.invalid_arguments)) });
type Values = v.InferInput<typeof schema>;

/** A link that was opened elsewhere: only who chose the password may make the account. */
export function ConfirmPassword({ token, kdf, onDone }: ConfirmPasswordProps) {
  const form = useOrchidForm<Values, Values>({
    schema,
    defaults: { password: '' },
    words: { password: 'Password' },
    send: async ({ password }): Promise<SendResult> => {
      const state = await confirmEmail(token, { password, kdf });
      if (state.kind !== 'confirmed')
        return { kind: 'refused', message: 'message' in state ? state.message : errorTexts.invalid_arguments };
      onDone(state);
      return { kind: 'saved' };
    },
    onSent: () => undefined,
  });
  return (
    <>
      <h1>This was begun on another device</h1>
      <p className={narrow.lead}>
        To confirm your email here, enter the password that you chose when you registered. If you did not register,
        close this page: without the password there is no account.
      </p>
      <Form form={form}>
        <FormPassword form={form} name="password" autoComplete="current-password" />
      </Form>
      <SendButton form={form} busyWords="Confirming…">
        Confirm my email
      </SendButton>
    </>
  );
}
