import { Link } from '@tanstack/react-router';
import { useTitle } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import styles from './plain-page.module.css';

export function PageNotFound() {
  useTitle('Page not found');
  return (
    <main className={styles.page}>
      <h1>Page not found</h1>
      <p className={styles.lead}>There is nothing at this address. It may have moved, or a letter may be missing.</p>
      <p className={styles.actions}>
        <Link to="/" className={buttonClass('primary')}>
          Go to the start
        </Link>
      </p>
    </main>
  );
}
