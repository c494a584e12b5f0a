import { Link } from '@tanstack/react-router';
import { supportMail } from '../../lib/support.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './plain-page.module.css';

/** `/reset-password`: says plainly what exists, instead of a form that leads nowhere. */
export function ResetNotYet() {
  return (
    <main className={styles.page}>
      <h1>Forgot password</h1>
      <p className={styles.lead}>
        You cannot reset your password by yourself yet. Your records are encrypted with it, so a person at Orchid will
        go through the recovery with you.
      </p>
      <p className={styles.actions}>
        <a href={`mailto:${supportMail}?subject=Password%20recovery`} className={buttonClass('primary')}>
          Write to us
        </a>
        <Link to="/login" className={buttonClass()}>
          Back to log in
        </Link>
      </p>
    </main>
  );
}

/** A dashboard address whose screen does not exist yet. */
export function ScreenNotYet() {
  return (
    <div className={styles.inner}>
      <EmptyState
        title="This screen is not built yet"
        action={
          <Link to="/login" className={buttonClass()}>
            Go to your home page
          </Link>
        }
      >
        The address is right, but there is nothing behind it in this version.
      </EmptyState>
    </div>
  );
}
