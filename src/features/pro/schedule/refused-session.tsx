import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { useClient } from '../../../lib/client-context.ts';
import { TakenTimes } from '../../../model/sessions/taken-times.tsx';
import { followWork } from '../../../model/work/follow-work.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { refusedOfSession } from './refused-of-session.ts';

interface RefusedSessionProps {
  readonly appointmentId: string;
  readonly zone: string;
  readonly now: string;
}

/** What was asked for this session and refused: said here, where one looks whether it was done. */
export function RefusedSession({ appointmentId, zone, now }: RefusedSessionProps) {
  const client = useClient();
  const [items, setItems] = useState<readonly AttentionItem[]>([]);
  useEffect(
    () =>
      followWork(
        client,
        () => client.attention(),
        (all) => setItems(refusedOfSession(all, appointmentId)),
      ),
    [client, appointmentId],
  );
  const last = items.at(-1);
  if (!last) return null;
  return (
    <Notice
      tone="need"
      title={
        items.length === 1
          ? 'A change to this session was refused'
          : `${items.length} changes to this session were refused`
      }
      actions={
        <Link to="/pro-dashboard/sync" className={buttonClass()}>
          See what was kept
        </Link>
      }
    >
      {last.message}
      <TakenTimes refusal={last} zone={zone} now={now} />
    </Notice>
  );
}
