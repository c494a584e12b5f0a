import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './plain-page.module.css';

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
