import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleDashed, Clock3, CloudOff, type LucideIcon } from 'lucide-react';
import type { Dashboard } from '../lib/paths.ts';
import { syncWords, type SyncKind } from '../model/work/sync-words.ts';
import { useCountedStatus } from '../model/work/use-counted-status.ts';
import { useMe } from '../model/people/use-account.ts';
import { useOfflineReady } from '../lib/offline-ready.ts';
import { useNow } from '../lib/use-now.ts';
import styles from './sync-indicator.module.css';

const icons: Record<SyncKind, LucideIcon> = {
  synced: CircleCheck,
  waiting: Clock3,
  offline: CloudOff,
  attention: CircleAlert,
  'setting-up': CircleDashed,
  'not-yet': CircleDashed,
};

/** Quiet text of fixed width; a tap explains. Never a spinner. */
export function SyncIndicator({ dashboard }: { readonly dashboard: Dashboard }) {
  const status = useCountedStatus();
  const { zone } = useMe();
  const words = syncWords(status, zone, useNow(), useOfflineReady());
  const Icon = icons[words.kind];
  return (
    <Link
      to={dashboard === 'pro' ? '/pro-dashboard/sync' : '/member-dashboard/sync'}
      className={styles.indicator}
      data-kind={words.kind}
      data-testid="sync-indicator"
      title={words.sentence}
    >
      <Icon size={15} aria-hidden strokeWidth={2.1} />
      <output aria-label={`Sync: ${words.word}`}>{words.word}</output>
    </Link>
  );
}
