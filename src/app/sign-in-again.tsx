import { Clock3 } from 'lucide-react';
import { useState } from 'react';
import { SignInDialog } from '../features/account/sign-in/sign-in-dialog.tsx';
import { useSession, useStatus } from '../lib/client-context.ts';
import { Button } from '../ui/button.tsx';
import styles from './sign-in-again.module.css';

/** Unlocked, but the server does not know the session: work goes on, sending waits. Silent while offline. */
export function SignInAgain() {
  const session = useSession();
  const status = useStatus();
  const [asking, setAsking] = useState(false);
  const hasEnded = status.problems.includes('signed-out');
  const isUnknown = session.kind === 'unlocked' && session.needsSignIn;
  if (!hasEnded && !(isUnknown && status.online)) return null;
  return (
    <output className={styles.bar} data-bar="">
      <div className={styles.words}>
        <Clock3 size={18} aria-hidden />
        <p>
          {status.waiting > 0
            ? 'Your work is saved here. Sign in again to send it.'
            : 'Your work is saved here. Sign in again to stay up to date.'}
        </p>
      </div>
      <Button onClick={() => setAsking(true)}>Log in</Button>
      <SignInDialog open={asking} inDashboard onClose={() => setAsking(false)} onDone={() => setAsking(false)} />
    </output>
  );
}
