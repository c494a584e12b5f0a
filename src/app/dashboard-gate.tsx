import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { loadAgain } from '../lib/load-again.ts';
import { UnlockPage } from '../features/account/unlock/unlock-page.tsx';
import { SignInDialog } from '../features/account/sign-in/sign-in-dialog.tsx';
import { useSession, useSub } from '../lib/client-context.ts';
import { faceOf, rememberFace } from '../model/people/lock-face.ts';
import type { Dashboard } from '../lib/paths.ts';
import { useAccountRecord } from '../model/people/use-account.ts';
import { useTitleInstead } from '../lib/use-title.ts';
import { Brand } from '../ui/brand.tsx';
import { FirstSync } from './first-sync.tsx';
import { ShellMissing } from './shell-missing.tsx';
import { NotRead, Unopened } from './unopened.tsx';
import styles from './dashboard-gate.module.css';

const DashboardShell = lazyPart<{ readonly dashboard: Dashboard; readonly children: ReactNode }>(
  loadAgain(
    () => import('./dashboard-shell.tsx'),
    (module) => module.DashboardShell,
  ),
);
const OtherDashboard = lazy(() =>
  import('../features/public/page-not-found.tsx').then((module) => ({ default: module.OtherDashboard })),
);

/** Lets in who is unlocked and of the right type. The address stays, so one arrives where one wanted to be. */
export function DashboardGate({ dashboard }: { readonly dashboard: Dashboard }) {
  const session = useSession();
  switch (session.kind) {
    case 'starting':
      return null;
    case 'unopened':
      return <Unopened />;
    case 'signed-out':
      return <SignedOut />;
    case 'locked':
      return <Locked key={session.sub} waiting={session.waiting} />;
    case 'unlocked':
      return <Unlocked key={session.sub} dashboard={dashboard} />;
  }
}

function SignedOut() {
  useTitleInstead('Log in');
  return (
    <div className={styles.behind}>
      <Brand />
      <SignInDialog open inDashboard />
    </div>
  );
}

function Locked({ waiting }: { readonly waiting: number }) {
  const [other, setOther] = useState(false);
  // While the password is typed and its key derived: what stands behind is then here.
  useEffect(() => void DashboardShell.preload(), []);
  if (!other) return <UnlockPage waiting={waiting} onOtherAccount={() => setOther(true)} />;
  return (
    <div className={styles.behind}>
      <Brand />
      <SignInDialog open inDashboard onClose={() => setOther(false)} />
    </div>
  );
}

function Unlocked({ dashboard }: { readonly dashboard: Dashboard }) {
  const account = useAccountRecord();
  const sub = useSub();
  const body = account.loading ? undefined : account.value?.body;
  useEffect(() => {
    if (body) rememberFace(sub, faceOf(body));
  }, [sub, body]);
  if (account.loading) return <NotRead />;
  if (!account.value) return <FirstSync />;
  const belongs = account.value.body.user_type === (dashboard === 'pro' ? 'orchid_pro' : 'member');
  if (belongs) {
    const failed = (retry: () => void, error: unknown) => <ShellMissing why={error} onRetry={retry} />;
    return <DashboardShell part={{ loading: null, failed }} props={{ dashboard, children: <Outlet /> }} />;
  }
  // [C-142, C-143] The other type's dashboard does not exist for this account.
  return (
    <Suspense fallback={null}>
      <OtherDashboard userType={account.value.body.user_type} />
    </Suspense>
  );
}
