import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { SignInDialog } from '../features/account/sign-in/sign-in-dialog.tsx';
import { useSession } from '../lib/client-context.ts';
import { Brand } from '../ui/brand.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { OpenWorkspace } from './open-workspace.tsx';
import styles from './public-bar.module.css';

/** `bare`: the brand and no links. */
export function PublicBar({ bare }: { readonly bare: boolean }) {
  const session = useSession();
  const [asking, setAsking] = useState(false);
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.brand} aria-label="Orchid home">
        <Brand />
      </Link>
      {bare ? null : (
        <div className={styles.end}>
          {session.kind === 'signed-out' ? (
            <>
              <Button onClick={() => setAsking(true)}>Log in</Button>
              <SignInDialog open={asking} inDashboard={false} onClose={() => setAsking(false)} />
            </>
          ) : null}
          {session.kind === 'locked' ? (
            <Link to="/login" className={buttonClass()}>
              Unlock
            </Link>
          ) : null}
          {session.kind === 'unlocked' ? <OpenWorkspace goNow={asking} /> : null}
        </div>
      )}
    </header>
  );
}
