import { notHereWords } from '../lib/load-failure.ts';
import { Button } from '../ui/button.tsx';
import styles from './plain-account-menu.module.css';

/** A part of the shell that could not be fetched; everything around it goes on. */
export function PartMissing({ onRetry, onClose }: { readonly onRetry: () => void; readonly onClose: () => void }) {
  return (
    <div className={styles.menu} role="alert">
      <p>{notHereWords}</p>
      <div className={styles.ways}>
        <Button onClick={onRetry}>Try again</Button>
        <Button tone="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}
