import type { ReactNode } from 'react';
import styles from './narrow-page.module.css';

/** A page with one thing to do: a column of forms and sentences in the middle. Its words are dressed by `narrow-page.module.css`. */
export function NarrowPage({ children }: { readonly children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>{children}</div>
    </main>
  );
}
