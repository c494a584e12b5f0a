import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn } from '../../../lib/time.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { TakenTimes } from '../../../model/sessions/taken-times.tsx';
import { followWork } from '../../../model/work/follow-work.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FreeChoices } from './free-choices.tsx';
import { movedAgain, refusedMove, refusedOfSession } from './refused-of-session.ts';
import { useFreeNear } from './use-free-near.ts';

interface RefusedSessionProps {
  readonly session: Session;
  readonly zone: string;
  readonly now: string;
}

/** What was asked for this session and refused: said here, where one looks whether it was done. */
export function RefusedSession({ session, zone, now }: RefusedSessionProps) {
  const client = useClient();
  const owner = useSub();
  const appointmentId = session.id;
  const [failure, setFailure] = useState<string | null>(null);
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
  const move = last ? refusedMove(last, session) : null;
  const { clinician } = session.body;
  const free = useFreeNear(move ? { ...move.time, clinician, local: move.time.local_start } : null, appointmentId);
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
        <>
          {move ? (
            <FreeChoices
              times={free}
              zone={move.time.zone}
              today={dateIn(now, move.time.zone)}
              onTake={(time) => {
                const { args, base } = movedAgain(move, time, session);
                void client
                  .mutate('appointment.edit', args, { owner, base, replaces: last.uid })
                  .then((result) => setFailure(result.kind === 'saved' ? null : result.message));
              }}
            />
          ) : null}
          <Link to="/pro-dashboard/sync" className={buttonClass()}>
            See what was kept
          </Link>
        </>
      }
    >
      {last.message}
      <TakenTimes refusal={last} zone={zone} now={now} />
      {failure === null ? null : ` ${failure}`}
    </Notice>
  );
}
