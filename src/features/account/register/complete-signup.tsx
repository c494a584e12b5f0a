import { useNavigate } from '@tanstack/react-router';
import type * as v from 'valibot';
import type { KdfParams } from '../../../../sync/protocol/session-message.ts';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormPassword } from '../../../forms/form-password.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { noCodes } from '../../../model/invites/brought-codes.ts';
import { holdCodes } from '../../../model/invites/held-codes.ts';
import { useInviteLook } from '../../../model/invites/use-invite-look.ts';
import { Agreement } from './agreement.tsx';
import { InviteFailed } from './invite-failed.tsx';
import { PasswordChecklist } from '../../../model/passwords/password-checklist.tsx';
import { RegisterPage } from './register-page.tsx';
import { completeSignup } from './register.ts';
import { completeSchema } from './register-schema.ts';

/** [C-472] Ends a registration that somebody began for the reader: a password is all that it lacks. */
export function CompleteSignup({ token }: { readonly token: string }) {
  const { state, again } = useInviteLook(token, '');
  if (state.kind === 'looking') return null;
  if (state.kind !== 'good') return <InviteFailed failed={state} onAgain={again} />;
  const { look } = state;
  if (look.kind !== 'complete_signup' || look.has_account)
    return (
      <InviteFailed
        failed={{ kind: 'refused', message: 'This registration is complete. Please log in.' }}
        onAgain={again}
      />
    );
  return <CompleteForm token={token} kdf={look.kdf} />;
}

function CompleteForm({ token, kdf }: { readonly token: string; readonly kdf: KdfParams }) {
  const navigate = useNavigate();
  const form = useOrchidForm<v.InferInput<typeof completeSchema>, v.InferOutput<typeof completeSchema>>({
    schema: completeSchema,
    defaults: { password: '', agreed: false },
    words: { password: 'Password', agreed: 'Agreement' },
    send: ({ password }) => completeSignup(token, password, kdf),
    onSent: () => {
      holdCodes(noCodes);
      void navigate({ to: '/login', replace: true });
    },
  });
  return (
    <RegisterPage title="Choose your password">
      <Form form={form}>
        <FormPassword form={form} name="password" autoComplete="new-password" />
        <PasswordChecklist password={form.values.password} />
        <FormCheck form={form} name="agreed">
          <Agreement />
        </FormCheck>
      </Form>
      <SendButton form={form} busyWords="Making your account…">
        Make my account
      </SendButton>
    </RegisterPage>
  );
}
