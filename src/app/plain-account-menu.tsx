import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../lib/client-context.ts';
import { flushAll } from '../lib/flush.ts';
import { whyMissing } from '../lib/load-failure.ts';
import type { Dashboard } from '../lib/paths.ts';
import { Button } from '../ui/button.tsx';
import styles from './plain-account-menu.module.css';

interface PlainAccountMenuProps {
  readonly dashboard: Dashboard;
  /** What it failed with. */
  readonly why: unknown;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Where the account menu could not be fetched: a device can be locked and left all the same. */
export function PlainAccountMenu({ dashboard, why, onRetry, onClose }: PlainAccountMenuProps) {
  const client = useClient();
  const navigate = useNavigate();

  async function leave(): Promise<void> {
    await flushAll();
    // Nothing unsent is given up here: it stays locked on this device.
    await client.logOut('keep');
    await navigate({ to: dashboard === 'pro' ? '/professional-homepage' : '/' });
  }

  return (
    <section className={styles.menu} aria-label="Account">
      <p>{whyMissing(why).words}</p>
      <Button onClick={() => void flushAll().then(() => client.lock())}>Lock now</Button>
      <Button onClick={() => void leave()}>Log out, keep unsent work locked here</Button>
      <div className={styles.ways}>
        <Button tone="quiet" onClick={onRetry}>
          Try again
        </Button>
        <Button tone="quiet" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  );
}
