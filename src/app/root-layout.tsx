import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useSession } from '../lib/client-context.ts';
import { useRouteTitle } from '../lib/use-title.ts';
import { notTheSame } from '../model/clients/not-the-same.ts';
import { recentClients } from '../model/clients/recent-clients.ts';
import { forgetChosen } from '../model/people/chosen-clinicians.ts';
import { forgetOffer } from '../model/passkeys/passkey-offer.ts';
import { forgetFace } from '../model/people/lock-face.ts';
import { useFact } from './nearest-fact.ts';
import { forgetReminder } from './recovery-reminder-time.ts';
import { PublicBar } from './public-bar.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

const IntakeRoute = lazy(() => import('./intake-route.tsx').then((module) => ({ default: module.IntakeRoute })));

/** Every page: its title, the bar of public pages, the page, and word of a new version. */
export function RootLayout() {
  const title = useFact('title') ?? null;
  const bar = useFact('bar');
  const { kind } = useSession();
  const { pathname } = useLocation();
  useRouteTitle(title);
  useEffect(() => {
    if (kind !== 'signed-out') return;
    forgetFace();
    forgetChosen();
    recentClients.forget();
    notTheSame.forget();
    forgetReminder();
    forgetOffer();
  }, [kind]);
  if (/\/member-intake-form\/?$/.test(pathname))
    return (
      <Suspense fallback={null}>
        <IntakeRoute />
      </Suspense>
    );
  return (
    <>
      {bar === 'none' ? null : <PublicBar bare={bar === 'brand'} />}
      <Outlet />
      <UpdatePrompt />
    </>
  );
}
