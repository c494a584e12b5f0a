import { Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { SignInPage } from '../features/account/sign-in/sign-in-page.tsx';
import { UnlockPage } from '../features/account/unlock/unlock-page.tsx';
import { useSession } from '../lib/client-context.ts';
import type { homepageOf, openedAt } from '../lib/paths.ts';
import { useAccountRecord } from '../model/people/use-account.ts';
import { FirstSync } from './first-sync.tsx';
import { NotRead, Unopened } from './unopened.tsx';

interface WayInProps {
  /** What stands here for whoever is not signed in. */
  readonly signedOut: ReactNode;
  /** Where an account goes on to. */
  readonly goesTo: typeof homepageOf | typeof openedAt;
}

/** Sign in, unlock, or go on to where this account belongs: decided on the device, so that it works without a network. */
export function WayIn({ signedOut, goesTo }: WayInProps) {
  const session = useSession();
  const [other, setOther] = useState(false);
  switch (session.kind) {
    case 'starting':
      return null;
    case 'unopened':
      return <Unopened />;
    case 'signed-out':
      return signedOut;
    case 'locked':
      return other ? <SignInPage /> : <UnlockPage waiting={session.waiting} onOtherAccount={() => setOther(true)} />;
    case 'unlocked':
      return <GoOn goesTo={goesTo} />;
  }
}

function GoOn({ goesTo }: Pick<WayInProps, 'goesTo'>) {
  const account = useAccountRecord();
  if (account.loading) return <NotRead />;
  if (!account.value) return <FirstSync />;
  return <Navigate to={goesTo(account.value.body.user_type)} replace />;
}
