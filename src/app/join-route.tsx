import { useState } from 'react';
import { JoinAs, JoinFrame } from '../features/account/join/join-page.tsx';
import { SignInForm } from '../features/account/sign-in/sign-in-form.tsx';
import { UnlockPage } from '../features/account/unlock/unlock-page.tsx';
import { useSession } from '../lib/client-context.ts';
import { FirstSync } from './first-sync.tsx';
import { Unopened } from './unopened.tsx';

/** `/join`: who has an account signs in here, and stays here to accept. */
export function JoinRoute() {
  const session = useSession();
  const [other, setOther] = useState(false);
  switch (session.kind) {
    case 'starting':
      return null;
    case 'unopened':
      return <Unopened />;
    case 'locked':
      if (!other) return <UnlockPage waiting={session.waiting} onOtherAccount={() => setOther(true)} />;
      return <LogIn />;
    case 'signed-out':
      return <LogIn />;
    case 'unlocked':
      return <JoinAs waiting={<FirstSync />} />;
  }
}

function LogIn() {
  return (
    <JoinFrame>
      <SignInForm inDashboard heading={<h1>Log in to accept your invite</h1>} />
    </JoinFrame>
  );
}
