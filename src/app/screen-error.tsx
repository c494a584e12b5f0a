import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { supportMail } from '../lib/support.ts';
import styles from './screen-error.module.css';

interface ScreenErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A chunk of the app could not be fetched; anything else is a bug of ours. */
function isLoadFailure(error: unknown): boolean {
  return error instanceof TypeError && /import|module|fetch/i.test(error.message);
}

/** A screen that failed. What was saved is safe; the rest of the app goes on. */
export function ScreenError({ error, onRetry }: ScreenErrorProps) {
  return (
    <main className={styles.page}>
      <Notice
        tone="need"
        role="alert"
        actions={
          <>
            <Button onClick={onRetry}>Try again</Button>
            <Button onClick={() => location.reload()}>Reload this page</Button>
          </>
        }
      >
        {isLoadFailure(error)
          ? 'A problem has occurred, please try refreshing your page, or clearing your cache, or contact support'
          : `This screen failed. What was saved on this device is safe. If it happens again, write to ${supportMail}.`}
      </Notice>
    </main>
  );
}
