import { useClient } from '../lib/client-context.ts';
import { whyMissing } from '../lib/load-failure.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './dashboard-gate.module.css';

/** Signed in, and the app's own frame did not come, for what it failed with: said, tried again on request, and the device can be locked. */
export function ShellMissing({ why, onRetry }: { readonly why: unknown; readonly onRetry: () => void }) {
  const client = useClient();
  const { title, words } = whyMissing(why);
  return (
    <main className={styles.behind}>
      <Brand />
      <Notice
        tone="wait"
        role="alert"
        title={title}
        actions={
          <>
            <Button tone="primary" onClick={onRetry}>
              Try again
            </Button>
            <Button onClick={() => void client.lock()}>Lock now</Button>
          </>
        }
      >
        {words}
      </Notice>
    </main>
  );
}
