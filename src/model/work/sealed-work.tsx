import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useClient, useSession } from '../../lib/client-context.ts';
import styles from './sealed-work.module.css';

/**
 * [WK-2] Said while it is so, and without whose: work that has not reached the server lies here for an account that is not open.
 * Nobody is "another" where nobody is signed in.
 */
export function SealedWork() {
  const client = useClient();
  const session = useSession();
  const [isHere, setHere] = useState(false);
  useEffect(() => client.watchSealedWork(setHere), [client]);
  if (!isHere) return null;
  const words =
    session.kind === 'signed-out'
      ? 'Unsent work is kept locked on this device. Signing in with its account sends it.'
      : 'Unsent work of another account is kept locked on this device. Signing in with that account sends it.';
  return (
    <p className={styles.sealed}>
      <Lock size={16} aria-hidden />
      <span>{words}</span>
    </p>
  );
}
