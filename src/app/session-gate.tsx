import { useState, type ReactNode } from 'react';
import { SignInPage } from '../features/account/sign-in/sign-in-page.tsx';
import { UnlockPage } from '../features/account/unlock/unlock-page.tsx';
import { useSession } from '../lib/client-context.ts';
import { Unopened } from './unopened.tsx';

interface SessionGateProps {
  /** What stands here for whoever is not signed in. */
  readonly signedOut: ReactNode;
  readonly children: ReactNode;
}

/** Sign in, unlock, or what stands behind: decided on the device, so that it works without a network. */
export function SessionGate({ signedOut, children }: SessionGateProps) {
  const session = useSession();
  switch (session.kind) {
    case 'starting':
      return null;
    case 'unopened':
      return <Unopened />;
    case 'signed-out':
      return signedOut;
    case 'locked':
      return <Locked key={session.sub} waiting={session.waiting} />;
    case 'unlocked':
      return children;
  }
}

/** The next lock asks for the password again, whoever somebody wanted to be before. */
function Locked({ waiting }: { readonly waiting: number }) {
  const [other, setOther] = useState(false);
  return other ? <SignInPage /> : <UnlockPage waiting={waiting} onOtherAccount={() => setOther(true)} />;
}
