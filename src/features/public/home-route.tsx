import { Navigate } from '@tanstack/react-router';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { useSession } from '../../lib/client-context.ts';

const PublicHome = lazyScreen(() => import('./public-home.tsx'), 'PublicHome');

/** `/`: the public home, for whoever is not at home here. Who is signed in or locked is sent on. */
export function HomeRoute() {
  const { kind } = useSession();
  if (kind === 'starting') return null;
  return kind === 'locked' || kind === 'unlocked' ? <Navigate to="/login" replace /> : <PublicHome />;
}
