import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type * as v from 'valibot';
import { isShortCode } from '../../../../sync/protocol/invite-message.ts';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormPassword } from '../../../forms/form-password.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { noCodes, type BroughtCodes } from '../../../model/invites/brought-codes.ts';
import { holdCodes, useHeldCodes } from '../../../model/invites/held-codes.ts';
import { PaperCodeForm } from '../../../model/invites/paper-code-form.tsx';
import { PasswordChecklist } from '../../../model/passwords/password-checklist.tsx';
import { Button } from '../../../ui/button.tsx';
import { Agreement } from './agreement.tsx';
import { CompleteSignup } from './complete-signup.tsx';
import { MailedInvite } from './mailed-invite.tsx';
import { RegisterPage } from './register-page.tsx';
import { register } from './register.ts';
import { memberSchema } from './register-schema.ts';

type Values = v.InferInput<typeof memberSchema>;

/** [C-078] `/member-register`, with an invite or without. */
export function MemberRegister() {
  const codes = useHeldCodes();
  const [hasPaper, setHasPaper] = useState(false);
  const { chart, dob, completeSignup } = codes;
  if (completeSignup !== '') return <CompleteSignup token={completeSignup} />;
  if (chart !== '' && dob === '' && chart.length > 40) return <MailedInvite codes={codes} />;
  if (chart !== '' && dob !== '' && isShortCode(chart.replaceAll(/[\s-]/g, '')))
    return <OwnEmail codes={codes} title="Your invite is right" />;
  if (chart !== '' || hasPaper)
    return (
      <RegisterPage title="Your invite" logInAt="/join" lead="The code works together with your birth date, and once.">
        <PaperCodeForm code={chart} />
      </RegisterPage>
    );
  return <OwnEmail codes={codes} title="Get personalized care" onPaper={() => setHasPaper(true)} />;
}

interface OwnEmailProps {
  readonly codes: BroughtCodes;
  readonly title: string;
  readonly onPaper?: () => void;
}

/** Who says her e-mail herself, and confirms it. */
function OwnEmail({ codes, title, onPaper }: OwnEmailProps) {
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
    <RegisterPage title={title} logInAt={codes.chart === '' ? '/login' : '/join'}>
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
      {onPaper ? (
        <Button tone="quiet" onClick={onPaper}>
          I have a code on paper
        </Button>
      ) : null}
    </RegisterPage>
  );
}
