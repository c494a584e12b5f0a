import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { isLoadFailure, notHereWords } from '../lib/load-failure.ts';
import { supportMail } from '../lib/support.ts';
import styles from './screen-error.module.css';

interface ScreenErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A screen that failed. What was saved is safe; the rest of the app goes on. */
export function ScreenError({ error, onRetry }: ScreenErrorProps) {
  const isLoad = isLoadFailure(error);
  return (
    <main className={styles.page}>
      <Notice
        tone={isLoad ? 'wait' : 'need'}
        role="alert"
        {...(isLoad ? { title: notHereWords } : {})}
        actions={
          <>
            <Button onClick={onRetry}>Try again</Button>
            <Button onClick={() => location.reload()}>Reload this page</Button>
          </>
        }
      >
        {isLoad
          ? 'A problem has occurred, please try refreshing your page, or clearing your cache, or contact support'
          : `This screen failed. What was saved on this device is safe. If it happens again, write to ${supportMail}.`}
      </Notice>
    </main>
  );
}
