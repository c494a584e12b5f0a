import { Link, useNavigate } from '@tanstack/react-router';
import type * as v from 'valibot';
import type { KdfParams } from '../../../../sync/protocol/session-message.ts';
import { FormCheck } from '../../../forms/form-check.tsx';
import { FormPassword } from '../../../forms/form-password.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { useClient, useSession } from '../../../lib/client-context.ts';
import { noCodes, type BroughtCodes } from '../../../model/invites/brought-codes.ts';
import { holdCodes } from '../../../model/invites/held-codes.ts';
import { useInviteLook } from '../../../model/invites/use-invite-look.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Agreement } from './agreement.tsx';
import { InviteFailed } from './invite-failed.tsx';
import { PasswordChecklist } from '../../../model/passwords/password-checklist.tsx';
import { RegisterPage } from './register-page.tsx';
import { registerInvited } from './register.ts';
import { invitedSchema } from './register-schema.ts';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';

/** [C-471] Who opens a mailed invite reads who invites. Opening it changes nothing. */
export function MailedInvite({ codes }: { readonly codes: BroughtCodes }) {
  const session = useSession();
  const { state, again } = useInviteLook(codes.chart, '');
  if (state.kind === 'looking') return null;
  if (state.kind !== 'good') return <InviteFailed failed={state} onAgain={again} />;
  const { look } = state;
  if (look.kind !== 'chart' || look.way !== 'mail')
    return <InviteFailed failed={{ kind: 'refused', message: 'This is not a link of an invite.' }} onAgain={again} />;
  // Another account is not made over one that is open here.
  if (session.kind === 'unlocked')
    return (
      <AcceptInstead invitedBy={look.invited_by} words="Accept with this account">
        Somebody is logged in on this device. If that is you, accept with that account. To make another one, log out
        first.
      </AcceptInstead>
    );
  if (look.has_account)
    return (
      <AcceptInstead invitedBy={look.invited_by} words="Log in to accept">
        You have an account with this email already. Log in with it to accept.
      </AcceptInstead>
    );
  return <InvitedForm codes={codes} invitedBy={look.invited_by} kdf={look.kdf} />;
}

interface AcceptInsteadProps {
  readonly invitedBy: string;
  readonly words: string;
  readonly children: string;
}

/** Who needs no new account. */
function AcceptInstead({ invitedBy, words, children }: AcceptInsteadProps) {
  return (
    <NarrowPage>
      <h1>
        <PersonName name={invitedBy} /> invites you
      </h1>
      <p className={narrow.lead}>{children}</p>
      <Link to="/join" className={buttonClass('primary')}>
        {words}
      </Link>
    </NarrowPage>
  );
}

interface InvitedFormProps {
  readonly codes: BroughtCodes;
  readonly invitedBy: string;
  readonly kdf: KdfParams;
}

function InvitedForm({ codes, invitedBy, kdf }: InvitedFormProps) {
  const client = useClient();
  const navigate = useNavigate();
  const form = useOrchidForm<v.InferInput<typeof invitedSchema>, v.InferOutput<typeof invitedSchema>>({
    schema: invitedSchema,
    defaults: { firstName: '', password: '', agreed: false },
    words: { firstName: 'First name', password: 'Password', agreed: 'Agreement' },
    send: async ({ firstName, password }): Promise<SendResult> => {
      const made = await registerInvited({ firstName, password, codes, kdf });
      if (made.kind !== 'made') return made;
      // Where it does not go through, the log-in stands on the next page: the account is there.
      await client.signIn({ email: made.email, password, remember: true }).catch(() => undefined);
      return { kind: 'saved' };
    },
    onSent: () => {
      holdCodes(noCodes);
      void navigate({ to: '/login', replace: true });
    },
  });
  return (
    <RegisterPage
      title={
        <>
          <PersonName name={invitedBy} /> invites you
        </>
      }
      logInAt="/join"
    >
      <Form form={form}>
        <FormText form={form} name="firstName" autoComplete="given-name" />
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
