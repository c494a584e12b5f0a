import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lookAtLink, type LookedAt } from '../../../../sync/client/session/reset-password.ts';
import { useClient } from '../../../lib/client-context.ts';
import { useLinkToken } from '../../../lib/link-token.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ChoosePassword, type ChosenPassword } from './choose-password.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { resetPorts, withDeviceStore } from './reset-ports.ts';
import narrow from '../../../ui/narrow-page.module.css';
import { NarrowPage } from '../../../ui/narrow-page.tsx';

/** [C-074] `/reset-password`: asks for the mail, or, with its link, for the new password. Opening it changes nothing. */
export function ResetPage() {
  const token = useLinkToken();
  const [isAskedAnew, setAskedAnew] = useState(false);
  return (
    <NarrowPage>
      {token === null || isAskedAnew ? (
        <ForgotForm />
      ) : (
        <ByLink key={token} token={token} onAskAnew={() => setAskedAnew(true)} />
      )}
    </NarrowPage>
  );
}

function lookAt(token: string): Promise<LookedAt> {
  return withDeviceStore((device) => lookAtLink(resetPorts, device, token)).catch(() => ({
    kind: 'failed',
    message: 'This did not work just now. Please try again.',
  }));
}

function ByLink({ token, onAskAnew }: { readonly token: string; readonly onAskAnew: () => void }) {
  const [looked, setLooked] = useState<LookedAt | null>(null);
  const [chosen, setChosen] = useState<ChosenPassword | null>(null);
  useEffect(() => void lookAt(token).then(setLooked), [token]);
  if (chosen) return <SigningIn chosen={chosen} />;
  if (!looked) return null;
  if (looked.kind === 'ok') return <ChoosePassword token={token} account={looked} onDone={setChosen} />;
  return (
    <>
      <h1>Choose a new password</h1>
      <Notice tone="need" role="alert">
        {looked.message}
      </Notice>
      <div className={narrow.actions}>
        <Button tone="primary" onClick={onAskAnew}>
          Ask for a new link
        </Button>
        <Button onClick={() => void lookAt(token).then(setLooked)}>Try again</Button>
      </div>
    </>
  );
}

/** The new password is good: on into the app with it, and with what lies on this device. */
function SigningIn({ chosen }: { readonly chosen: ChosenPassword }) {
  const client = useClient();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const { email, password, isAnew } = chosen;
    client
      .signIn({ email, password, ...(isAnew ? { before: { kind: 'anew' } as const } : {}) })
      .then((result) => {
        if (result.kind === 'ok') return navigate({ to: '/login', replace: true });
        setFailure('message' in result ? result.message : '');
        return undefined;
      })
      .catch(() => setFailure(''));
  }, [chosen, client, navigate]);
  return (
    <>
      <h1>Your password is changed</h1>
      {failure === null ? (
        <output className={narrow.lead}>Logging in…</output>
      ) : (
        <>
          {failure === '' ? null : <Notice tone="need">{failure}</Notice>}
          <p className={narrow.lead}>Log in with the new one.</p>
          <Button tone="primary" onClick={() => void navigate({ to: '/login' })}>
            Log in
          </Button>
        </>
      )}
    </>
  );
}
