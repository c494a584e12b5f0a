import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '../lib/client-context.ts';
import { forgetFace } from '../lib/lock-face.ts';
import { dashboardOf } from '../lib/paths.ts';
import { PublicBar } from './public-bar.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** Every page: a way past the navigation, the bar of public pages, the page, and word of a new version. */
export function RootLayout() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { kind } = useSession();
  useEffect(() => {
    if (kind === 'signed-out') forgetFace();
  }, [kind]);
  return (
    <>
      {dashboardOf(path) || path === '/open' ? null : <PublicBar path={path} />}
      <Outlet />
      <UpdatePrompt />
    </>
  );
}
