import { Navigate } from '@tanstack/react-router';
import { SignInDialog } from '../features/account/sign-in/sign-in-dialog.tsx';
import { UnlockPage } from '../features/account/unlock/unlock-page.tsx';
import { useSession } from '../lib/client-context.ts';
import { homepageOf } from '../lib/paths.ts';
import { useAccountRecord } from '../model/people/use-account.ts';
import { useIsUnfinished } from '../model/profile/use-member-profile.ts';
import { takeAfterRegister } from '../lib/after-register.ts';
import { FirstSync } from './first-sync.tsx';
import { IntakeGate } from './intake-gate.tsx';
import { NotRead, Unopened } from './unopened.tsx';

/** [C-075, C-076] Any address that ends in `/member-intake-form`: the intake's dialog, and nothing behind it. */
export function IntakeRoute() {
  const session = useSession();
  switch (session.kind) {
    case 'starting':
      return null;
    case 'unopened':
      return <Unopened />;
    case 'signed-out':
      return <SignInDialog open inDashboard />;
    case 'locked':
      return <UnlockPage waiting={session.waiting} onOtherAccount={() => undefined} />;
    case 'unlocked':
      return <Opened />;
  }
}

function Opened() {
  const account = useAccountRecord();
  const isUnfinished = useIsUnfinished();
  // Whoever is led away before both are read is led to the wrong place.
  if (account.loading || isUnfinished === null) return <NotRead />;
  if (!account.value) return <FirstSync />;
  const { user_type } = account.value.body;
  if (user_type === 'member')
    return isUnfinished ? <IntakeGate alone /> : <Navigate to={takeAfterRegister()} replace />;
  return <Navigate to={homepageOf(user_type)} replace />;
}
