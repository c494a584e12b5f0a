import { Navigate } from '@tanstack/react-router';
import { SignInDialog } from '../features/account/sign-in/sign-in-dialog.tsx';
import { homepageOf } from '../lib/paths.ts';
import { useAccountRecord } from '../model/people/use-account.ts';
import { useIsUnfinished } from '../model/profile/use-member-profile.ts';
import { takeAfterRegister } from '../lib/after-register.ts';
import { FirstSync } from './first-sync.tsx';
import { IntakeGate } from './intake-gate.tsx';
import { SessionGate } from './session-gate.tsx';
import { NotRead } from './unopened.tsx';

/** [C-075, C-076] Any address that ends in `/member-intake-form`: the intake's dialog, and nothing behind it. */
export function IntakeRoute() {
  return (
    <SessionGate signedOut={<SignInDialog open inDashboard />}>
      <Opened />
    </SessionGate>
  );
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
