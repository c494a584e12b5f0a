import { useClient } from '../lib/client-context.ts';
import { notHereWords } from '../lib/load-failure.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './dashboard-gate.module.css';

/** Signed in, and the app's own frame could not be fetched: said, tried again on request, and the device can be locked. */
export function ShellMissing({ onRetry }: { readonly onRetry: () => void }) {
  const client = useClient();
  return (
    <main className={styles.behind}>
      <Brand />
      <Notice
        tone="wait"
        role="alert"
        title="No connection"
        actions={
          <>
            <Button tone="primary" onClick={onRetry}>
              Try again
            </Button>
            <Button onClick={() => void client.lock()}>Lock now</Button>
          </>
        }
      >
        {notHereWords}
      </Notice>
    </main>
  );
}
