import { useState, type ComponentType, type ReactNode } from 'react';
import { useLinkToken } from '../../../lib/link-token.ts';
import { EmailSent } from '../../../model/registration/email-sent.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ConfirmPassword } from './confirm-password.tsx';
import { confirmEmail, type Confirmed } from './register.ts';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';

/** For whom the sign-in is that follows. */
export interface ConfirmedSignIn {
  readonly email: string;
  readonly heading: ReactNode;
}

interface ConfirmPageProps {
  readonly SignIn: ComponentType<ConfirmedSignIn>;
}

/** With a mailed link a button that confirms, without one what is waited for. Opening it changes nothing. */
export function ConfirmPage({ SignIn }: ConfirmPageProps) {
  const token = useLinkToken();
  return (
    <NarrowPage>{token === null ? <EmailSent /> : <Confirm key={token} token={token} SignIn={SignIn} />}</NarrowPage>
  );
}

function Confirm({ token, SignIn }: ConfirmPageProps & { readonly token: string }) {
  const [isBusy, setBusy] = useState(false);
  const [state, setState] = useState<Confirmed | null>(null);

  if (state?.kind === 'confirmed')
    return (
      <SignIn
        email={state.email}
        heading={
          <>
            <h1>Your email is confirmed</h1>
            <p className={narrow.lead}>Log in to begin. Your password opens what is kept on this device.</p>
          </>
        }
      />
    );
  if (state?.kind === 'needs-password') return <ConfirmPassword token={token} kdf={state.kdf} onDone={setState} />;

  async function confirm(): Promise<void> {
    setBusy(true);
    setState(await confirmEmail(token));
    setBusy(false);
  }
  return (
    <>
      <h1>Confirm your email</h1>
      <p className={narrow.lead}>One tap, and your account is made.</p>
      {state ? (
        <Notice tone="need" role="alert">
          {state.message}
        </Notice>
      ) : null}
      <Button tone="primary" disabled={isBusy} onClick={() => void confirm()}>
        {isBusy ? 'Confirming…' : 'Confirm my email'}
      </Button>
    </>
  );
}
