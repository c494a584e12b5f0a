import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as v from 'valibot';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { detailOf } from '../../../../sync/client/session/refusal.ts';
import { fetchApi } from '../../../../sync/web/fetch-api.ts';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { buttonClass } from '../../../ui/button.tsx';
import narrow from '../../../ui/narrow-page.module.css';

/** [C-448, C-449] Trimmed, and no other rule: what it is, its mail tells. */
const schema = v.object({ email: v.pipe(v.string(), v.trim(), v.minLength(1, errorTexts.invalid_arguments)) });
type Values = v.InferInput<typeof schema>;

/** [C-279, C-280] Asks for the mail with the link. What it says afterwards is the same for every e-mail. */
export function ForgotForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useOrchidForm<Values, Values>({
    schema,
    defaults: { email: '' },
    words: { email: 'Email' },
    send: async ({ email }): Promise<SendResult> => {
      const answer = await fetchApi.call('PUT', '/api/login/v1/forgot_password', { username_or_email: email });
      if (!answer)
        return { kind: 'offline', message: 'There is no connection. A new password needs one, and the mail with it.' };
      if (answer.status !== 200) return { kind: 'refused', message: detailOf(answer.body) };
      setSentTo(email);
      return { kind: 'saved' };
    },
    onSent: () => undefined,
  });
  if (sentTo !== null) return <Sent email={sentTo} onAgain={() => setSentTo(null)} />;
  return (
    <>
      <h1>Forgot password</h1>
      <p className={narrow.lead}>We send a link to your email. It opens a page where you choose a new password.</p>
      <Form form={form}>
        <FormText form={form} name="email" type="email" autoComplete="username" />
      </Form>
      <SendButton form={form} busyWords="Sending…">
        Send reset link
      </SendButton>
      <p>
        <Link to="/login">Back to log in</Link>
      </p>
    </>
  );
}

/** [C-281, C-390] */
function Sent({ email, onAgain }: { readonly email: string; readonly onAgain: () => void }) {
  return (
    <>
      <h1>Check your email</h1>
      <p className={narrow.lead}>
        If <span className={narrow.email}>{email}</span> has an account, a mail with a link is on its way. The link is
        good for one hour. Open it on the device you work on most: what waits there goes out first.
      </p>
      <div className={narrow.actions}>
        <Link to="/login" className={buttonClass('primary')}>
          Back to log in
        </Link>
        <button type="button" className={buttonClass('quiet')} onClick={onAgain}>
          Use another email
        </button>
      </div>
    </>
  );
}
