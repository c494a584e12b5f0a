import { useState } from 'react';
import { lazyPart } from '../lib/lazy-part.tsx';
import { loadAgain } from '../lib/load-again.ts';
import type { Dashboard } from '../lib/paths.ts';
import { useMe } from '../model/people/use-account.ts';
import { AccountFace } from './account-face.tsx';
import { PlainAccountMenu } from './plain-account-menu.tsx';
import styles from './account-menu.module.css';

interface AccountButtonProps {
  readonly dashboard: Dashboard;
  readonly compact: boolean;
}

const AccountMenu = lazyPart<AccountButtonProps>(
  loadAgain(
    () => import('./account-menu.tsx'),
    (module) => module.AccountMenu,
  ),
);

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
      <AccountFace compact={props.compact} />
      {props.compact ? null : <span className={styles.name}>{me.displayName}</span>}
    </button>
  );
  if (!wanted) return button;
  const failed = (retry: () => void, error: unknown) => (
    <>
      {button}
      <PlainAccountMenu dashboard={props.dashboard} why={error} onRetry={retry} onClose={() => setWanted(false)} />
    </>
  );
  return <AccountMenu part={{ loading: button, failed }} props={props} />;
}
