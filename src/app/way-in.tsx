import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { homepageOf, openedAt } from '../lib/paths.ts';
import { useAccountRecord } from '../model/people/use-account.ts';
import { FirstSync } from './first-sync.tsx';
import { SessionGate } from './session-gate.tsx';
import { NotRead } from './unopened.tsx';

interface WayInProps {
  /** What stands here for whoever is not signed in. */
  readonly signedOut: ReactNode;
  /** Where an account goes on to. */
  readonly goesTo: typeof homepageOf | typeof openedAt;
}

/** Sign in, unlock, or go on to where this account belongs. */
export function WayIn({ signedOut, goesTo }: WayInProps) {
  return (
    <SessionGate signedOut={signedOut}>
      <GoOn goesTo={goesTo} />
    </SessionGate>
  );
}

function GoOn({ goesTo }: Pick<WayInProps, 'goesTo'>) {
  const account = useAccountRecord();
  if (account.loading) return <NotRead />;
  if (!account.value) return <FirstSync />;
  return <Navigate to={goesTo(account.value.body.user_type)} replace />;
}
