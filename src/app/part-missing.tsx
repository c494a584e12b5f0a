import { whyMissing } from '../lib/load-failure.ts';
import { Button } from '../ui/button.tsx';
import styles from './plain-account-menu.module.css';

interface PartMissingProps {
  /** What it failed with. */
  readonly why: unknown;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** A part of the shell that could not be fetched, or failed; everything around it goes on. */
export function PartMissing({ why, onRetry, onClose }: PartMissingProps) {
  return (
    <div className={styles.menu} role="alert">
      <p>{whyMissing(why).words}</p>
      <div className={styles.ways}>
        <Button onClick={onRetry}>Try again</Button>
        <Button tone="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
