import { Link } from '@tanstack/react-router';
import { homepageOf } from '../../lib/paths.ts';
import { useTitleInstead } from '../../lib/use-title.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Brand } from '../../ui/brand.tsx';
import styles from './plain-page.module.css';

export function PageNotFound() {
  useTitleInstead('Page not found');
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

/** [C-142, C-143] An address of the other kind of account: for this one it does not exist, and its own pages are a step away. */
export function OtherDashboard({ userType }: { readonly userType: 'member' | 'orchid_pro' }) {
  useTitleInstead('Page not found');
  return (
    <main className={styles.page}>
      <Brand />
      <h1>Page not found</h1>
      <p className={styles.lead}>
        {userType === 'member'
          ? 'This address belongs to clinicians. Your own pages are one step away.'
          : 'This address belongs to clients. Your own pages are one step away.'}
      </p>
      <p className={styles.actions}>
        <Link to={homepageOf(userType)} className={buttonClass('primary')}>
          Go to your home page
        </Link>
      </p>
    </main>
  );
}
