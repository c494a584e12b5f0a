import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { useClient } from '../../../lib/client-context.ts';
import { followWork } from '../../../model/work/follow-work.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './note.module.css';

function concerns(item: AttentionItem, appointmentId: string): boolean {
  const { args } = item;
  return typeof args === 'object' && args !== null && 'appointment_id' in args && args.appointment_id === appointmentId;
}

/** A change to this very note was refused: said here, where its words are missed. */
export function RefusedNotice({ appointmentId }: { readonly appointmentId: string }) {
  const client = useClient();
  const [items, setItems] = useState<readonly AttentionItem[]>([]);
  useEffect(
    () =>
      followWork(
        client,
        () => client.attention(),
        (all) => setItems(all.filter((item) => concerns(item, appointmentId))),
      ),
    [client, appointmentId],
  );

  const first = items[0];
  if (!first) return null;
  return (
    <div className={styles.refused}>
      <Notice
        tone="need"
        title={
          items.length === 1 ? 'A change to this note was refused' : `${items.length} changes to this note were refused`
        }
        actions={
          <Link to="/pro-dashboard/sync" className={buttonClass()}>
            See what was kept
          </Link>
        }
      >
        {first.message} What you wrote is kept.
      </Notice>
    </div>
  );
}
