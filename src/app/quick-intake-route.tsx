import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { SignInDialog } from '../features/account/sign-in/sign-in-dialog.tsx';
import { homepageOf } from '../lib/paths.ts';
import { useAccountRecord } from '../model/people/use-account.ts';
import { useIsIntakeOpen, useIsProfessionalDamaged } from '../model/profile/use-professional.ts';
import { FirstSync } from './first-sync.tsx';
import { SessionGate } from './session-gate.tsx';
import { NotRead } from './unopened.tsx';

const QuickIntake = lazy(() =>
  import('../features/pro/record/quick-intake.tsx').then((module) => ({ default: module.QuickIntake })),
);

const DamagedRecordPage = lazy(() =>
  import('../features/pro/record/damaged-record.tsx').then((module) => ({ default: module.DamagedRecordPage })),
);

/** [C-091, C-092] `/quick-intake`, and `/profile-input`, which leads there: for a professional who has not finished it. */
export function QuickIntakeRoute() {
  return (
    <SessionGate signedOut={<SignInDialog open inDashboard />}>
      <Opened />
    </SessionGate>
  );
}

function Opened() {
  const account = useAccountRecord();
  const isOpen = useIsIntakeOpen();
  const isDamaged = useIsProfessionalDamaged();
  // Finished here, the last step itself says where one goes.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen === true && !wasOpen) setWasOpen(true);
  if (account.loading || isOpen === null) return <NotRead />;
  if (!account.value) return <FirstSync />;
  const { user_type } = account.value.body;
  if (user_type !== 'orchid_pro') return <Navigate to={homepageOf(user_type)} replace />;
  if (isDamaged)
    return (
      <Suspense fallback={null}>
        <DamagedRecordPage />
      </Suspense>
    );
  // What it asked for can be changed where it lies.
  if (!isOpen && !wasOpen) return <Navigate to="/pro-dashboard/settings/professional-record" replace />;
  return (
    <Suspense fallback={null}>
      <QuickIntake />
    </Suspense>
  );
}
