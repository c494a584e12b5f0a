import { CircleUserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Dashboard } from '../lib/paths.ts';
import { useMe } from '../lib/use-account.ts';
import styles from './account-menu.module.css';

const AccountMenu = lazy(() => import('./account-menu.tsx').then((module) => ({ default: module.AccountMenu })));

interface AccountButtonProps {
  readonly dashboard: Dashboard;
  readonly compact: boolean;
}

/** The account menu's button; the menu itself (45 kB) comes when it is asked for. */
export function AccountButton(props: AccountButtonProps) {
  const me = useMe();
  const [wanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      className={props.compact ? styles.compact : styles.trigger}
      aria-label="Account"
      aria-haspopup="menu"
      onClick={() => setWanted(true)}
    >
      <CircleUserRound size={props.compact ? 22 : 18} aria-hidden strokeWidth={1.8} />
      {props.compact ? null : <span className={styles.name}>{me.displayName}</span>}
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <AccountMenu {...props} />
    </Suspense>
  );
}
