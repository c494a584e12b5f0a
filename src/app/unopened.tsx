import { useStatus } from '../lib/client-context.ts';
import { problemSentences } from '../model/work/problem-sentences.ts';
import { useTitleInstead } from '../lib/use-title.ts';
import { Brand } from '../ui/brand.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './unopened.module.css';

/** Nothing can be shown yet: whose device this is, or the account itself, could not be read. It is tried again by itself. */
export function Unopened() {
  useTitleInstead(null);
  const { problems } = useStatus();
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Brand />
        <h1 className={styles.title}>This device could not be opened</h1>
        <p className={styles.text} role="alert">
          {problemSentences[problems.includes('closed-by-update') ? 'closed-by-update' : 'unreadable']}
        </p>
        <Button wide className={styles.reload} onClick={() => location.reload()}>
          Reload this page
        </Button>
      </div>
    </main>
  );
}

/** Null while all is well: an account that is merely still being read is here in a moment. */
export function NotRead() {
  return useStatus().problems.includes('unreadable') ? <Unopened /> : null;
}

/** [RD-3] In the middle of work: what is missing on this screen is not gone. */
export function UnreadableNotice() {
  if (!useStatus().problems.includes('unreadable')) return null;
  return (
    <div className={styles.bar}>
      <Notice
        tone="need"
        role="alert"
        title="Some of this cannot be shown just now"
        actions={<Button onClick={() => location.reload()}>Reload this page</Button>}
      >
        {problemSentences.unreadable}
      </Notice>
    </div>
  );
}
