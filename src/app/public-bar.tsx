import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import type { RegisterDialogProps } from '../features/account/register/register-dialog.tsx';
import { SignInDialog } from '../features/account/sign-in/sign-in-dialog.tsx';
import { useSession } from '../lib/client-context.ts';
import { lazyPart } from '../lib/lazy-part.tsx';
import { loadAgain } from '../lib/load-again.ts';
import { whyMissing } from '../lib/load-failure.ts';
import { Brand } from '../ui/brand.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { OpenWorkspace } from './open-workspace.tsx';
import styles from './public-bar.module.css';

const RegisterDialog = lazyPart<RegisterDialogProps>(
  loadAgain(
    () => import('../features/account/register/register-dialog.tsx'),
    (module) => module.RegisterDialog,
  ),
);

/** `bare`: the brand and no links. */
export function PublicBar({ bare }: { readonly bare: boolean }) {
  const session = useSession();
  const { pathname } = useLocation();
  /** One of them at a time, and over the page on which it was opened: a link in it leads away from both. */
  const [asked, setAsked] = useState<{ readonly what: 'log-in' | 'register'; readonly on: string } | null>(null);
  const asking = asked?.on === pathname ? asked.what : null;
  const ask = (what: 'log-in' | 'register') => setAsked({ what, on: pathname });
  const close = () => setAsked(null);
  const failed = (retry: () => void, error: unknown) => {
    const { title, words } = whyMissing(error);
    return (
      <Sheet open title={title} onClose={close} actions={<Button onClick={retry}>Try again</Button>}>
        {words}
      </Sheet>
    );
  };
  return (
    <header className={styles.bar}>
      <Link to="/" className={styles.brand} aria-label="Orchid home">
        <Brand />
      </Link>
      {bare ? null : (
        <div className={styles.end}>
          {session.kind === 'signed-out' ? (
            <>
              <Button tone="quiet" onClick={() => ask('log-in')}>
                Log in
              </Button>
              <Button onClick={() => ask('register')}>Register</Button>
              <SignInDialog open={asking === 'log-in'} inDashboard={false} onClose={close} />
              {asking === 'register' ? (
                <RegisterDialog
                  part={{ loading: null, failed }}
                  props={{ onClose: close, onLogIn: () => ask('log-in') }}
                />
              ) : null}
            </>
          ) : null}
          {session.kind === 'locked' ? (
            <Link to="/login" className={buttonClass()}>
              Unlock
            </Link>
          ) : null}
          {session.kind === 'unlocked' ? <OpenWorkspace goNow={asking === 'log-in'} /> : null}
        </div>
      )}
    </header>
  );
}
