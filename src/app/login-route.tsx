import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { UnlockPage } from '../features/unlock/unlock-page.tsx';
import { useSession } from '../lib/client-context.ts';
import { homepageOf } from '../lib/paths.ts';
import { useAccountRecord } from '../lib/use-account.ts';
import { FirstSync } from './first-sync.tsx';
import { NotRead, Unopened } from './unopened.tsx';

/** `/login`: sign in, unlock, or go on to where this account belongs. */
export function LoginRoute() {
  const session = useSession();
  const [other, setOther] = useState(false);
  switch (session.kind) {
    case 'starting':
      return null;
    case 'unopened':
      return <Unopened />;
    case 'signed-out':
      return <SignInPage />;
    case 'locked':
      return other ? <SignInPage /> : <UnlockPage waiting={session.waiting} onOtherAccount={() => setOther(true)} />;
    case 'unlocked':
      return <GoHome />;
  }
}

function GoHome() {
  const account = useAccountRecord();
  if (account.loading) return <NotRead />;
  if (!account.value) return <FirstSync />;
  return <Navigate to={homepageOf(account.value.body.user_type)} replace />;
}
