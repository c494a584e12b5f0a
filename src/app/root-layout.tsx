import { Outlet, useRouterState } from '@tanstack/react-router';
import { dashboardOf } from '../lib/paths.ts';
import { PublicBar } from './public-bar.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** Every page: a way past the navigation, the bar of public pages, the page, and word of a new version. */
export function RootLayout() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  return (
    <>
      {dashboardOf(path) ? null : <PublicBar path={path} />}
      <Outlet />
      <UpdatePrompt />
    </>
  );
}
