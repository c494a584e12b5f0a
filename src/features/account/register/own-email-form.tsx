import { useNavigate } from '@tanstack/react-router';
import type * as v from 'valibot';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormPassword } from '../../../forms/form-password.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { noCodes, type BroughtCodes } from '../../../model/invites/brought-codes.ts';
import { holdCodes } from '../../../model/invites/held-codes.ts';
import { PasswordChecklist } from '../../../model/passwords/password-checklist.tsx';
import { Agreement } from './agreement.tsx';
import { register } from './register.ts';
import { memberSchema } from './register-schema.ts';

type Values = v.InferInput<typeof memberSchema>;

/** A member's registration by an e-mail of her own, which she confirms next. The page and the dialog stand around it. */
export function OwnEmailForm({ codes }: { readonly codes: BroughtCodes }) {
  const navigate = useNavigate();
  const form = useOrchidForm<Values, v.InferOutput<typeof memberSchema>>({
    schema: memberSchema,
    defaults: { firstName: '', email: '', password: '', agreed: false },
    words: { firstName: 'First name', email: 'Email', password: 'Password', agreed: 'Agreement' },
    send: (values) => register({ kind: 'member', lastName: '', ...values, codes }),
    onSent: () => {
      holdCodes(noCodes);
      void navigate({ to: '/confirm-email' });
    },
  });
  return (
    <>
      <Form form={form}>
        <FormText form={form} name="firstName" autoComplete="given-name" />
        <FormText form={form} name="email" type="email" autoComplete="username" />
        <FormPassword form={form} name="password" autoComplete="new-password" />
        <PasswordChecklist password={form.values.password} />
        <FormCheck form={form} name="agreed">
          <Agreement />
        </FormCheck>
      </Form>
      <SendButton form={form} busyWords="Registering…">
        Register
      </SendButton>
    </>
  );
}
