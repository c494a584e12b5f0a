import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SignInPage } from '../features/sign-in/sign-in-page.tsx';
import { UnlockPage } from '../features/unlock/unlock-page.tsx';
import { useSession } from '../lib/client-context.ts';
import { openedAt } from '../lib/paths.ts';
import { useAccountRecord } from '../lib/use-account.ts';
import { FirstSync } from './first-sync.tsx';
import { NotRead, Unopened } from './unopened.tsx';

/** `/open`, where the installed app starts: decided on the device, so that it opens without a network. */
export function OpenRoute() {
  const session = useSession();
  const [other, setOther] = useState(false);
  switch (session.kind) {
    case 'starting':
      return null;
    case 'unopened':
      return <Unopened />;
    case 'signed-out':
      return <Navigate to="/" replace />;
    case 'locked':
      return other ? <SignInPage /> : <UnlockPage waiting={session.waiting} onOtherAccount={() => setOther(true)} />;
    case 'unlocked':
      return <GoOn />;
  }
}

function GoOn() {
  const account = useAccountRecord();
  if (account.loading) return <NotRead />;
  if (!account.value) return <FirstSync />;
  return <Navigate to={openedAt(account.value.body.user_type)} replace />;
}
