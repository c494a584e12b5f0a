import { useStatus } from '../lib/client-context.ts';
import { Brand } from '../ui/brand.tsx';
import styles from './first-sync.module.css';

/** The device is being filled for the first time, and the account itself is not here yet. */
export function FirstSync() {
  const status = useStatus();
  const total = status.progress ? status.progress.done + status.progress.left : 0;
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Brand />
        <h1 className={styles.title}>Setting up this device</h1>
        <p className={styles.text}>
          {status.online
            ? 'Today and the next two weeks come first; older records follow while you work.'
            : 'Your account has not reached this device yet, and there is no connection. Setting up continues as soon as there is one.'}
        </p>
        {status.progress && total > 0 ? (
          <>
            <progress className={styles.progress} value={status.progress.done} max={total} aria-label="Setting up" />
            <p className={styles.count}>
              {status.progress.done} of {total} records
            </p>
          </>
        ) : null}
      </div>
    </main>
  );
}
