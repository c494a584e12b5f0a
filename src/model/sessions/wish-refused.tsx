import { useEffect, useState } from 'react';
import type { AttentionItem } from '../../../sync/client/api.ts';
import { useClient } from '../../lib/client-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { followWork } from '../work/follow-work.ts';
import { TakenTimes } from './taken-times.tsx';

interface WishRefusedProps {
  readonly appointmentId: string;
  readonly zone: string;
  readonly now: string;
}

/** That an answer to a wish was refused, and why: said where one looks whether it was done. */
export function WishRefused({ appointmentId, zone, now }: WishRefusedProps) {
  const client = useClient();
  const [last, setLast] = useState<AttentionItem | undefined>();
  useEffect(
    () =>
      followWork(
        client,
        () => client.attention(),
        (items) => setLast(items.findLast((item) => isAnswerTo(item, appointmentId))),
      ),
    [client, appointmentId],
  );
  if (!last) return null;
  return (
    <Notice tone="need" title="Your answer was refused">
      {last.message}
      <TakenTimes refusal={last} zone={zone} now={now} />
    </Notice>
  );
}

function isAnswerTo({ name, args }: AttentionItem, appointmentId: string): boolean {
  const isNamed = typeof args === 'object' && args !== null && Reflect.get(args, 'appointment_id') === appointmentId;
  return isNamed && name === 'session_wish.answer';
}
