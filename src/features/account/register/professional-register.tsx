import { useNavigate } from '@tanstack/react-router';
import type * as v from 'valibot';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormPassword } from '../../../forms/form-password.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { PasswordChecklist } from '../../../model/passwords/password-checklist.tsx';
import { Agreement } from './agreement.tsx';
import styles from './register.module.css';
import { RegisterPage } from './register-page.tsx';
import { register } from './register.ts';
import { professionalSchema } from './register-schema.ts';

type Values = v.InferInput<typeof professionalSchema>;

/** [C-077] `/professional-register` */
export function ProfessionalRegister() {
  const navigate = useNavigate();
  const form = useOrchidForm<Values, v.InferOutput<typeof professionalSchema>>({
    schema: professionalSchema,
    defaults: { firstName: '', lastName: '', email: '', password: '', repeated: '', agreed: false },
    words: {
      firstName: 'First name',
      lastName: 'Last name',
      email: 'Email',
      password: 'Password',
      repeated: 'Confirm password',
      agreed: 'Agreement',
    },
    send: (values) => register({ kind: 'professional', ...values }),
    onSent: () => void navigate({ to: '/confirm-email' }),
  });
  return (
    <RegisterPage title="Join as a professional">
      <Form form={form}>
        <div className={styles.names}>
          <FormText form={form} name="firstName" autoComplete="given-name" />
          <FormText form={form} name="lastName" autoComplete="family-name" />
        </div>
        <FormText form={form} name="email" type="email" autoComplete="username" />
        <FormPassword form={form} name="password" autoComplete="new-password" />
        <PasswordChecklist password={form.values.password} />
        <FormPassword form={form} name="repeated" autoComplete="new-password" />
        <FormCheck form={form} name="agreed">
          <Agreement />
        </FormCheck>
      </Form>
      <SendButton form={form} busyWords="Registering…">
        Register
      </SendButton>
    </RegisterPage>
  );
}
