import { Brand } from '../ui/brand.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './not-here.module.css';

/** In place of the whole app where the browser gives it no storage and no service worker. */
export function NotHere({ reason }: { readonly reason: string }) {
  return (
    <main className={styles.page}>
      <Brand />
      <Notice tone="need" role="alert" title="Not at this address">
        {reason}
      </Notice>
    </main>
  );
}
