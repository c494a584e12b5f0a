import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { dateIn } from '../../../lib/time.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { TakenTimes } from '../../../model/sessions/taken-times.tsx';
import { followWork } from '../../../model/work/follow-work.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FreeChoices } from './free-choices.tsx';
import type { MeantTime } from './grid-moves.ts';
import { refusedOfSession } from './refused-of-session.ts';
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
  const moved = last ? movedTo(last) : null;
  const wanted = { ...session.body, ...moved };
  const free = useFreeNear(moved ? { ...wanted, local: wanted.local_start } : null, appointmentId);
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
          {moved ? (
            <FreeChoices
              times={free}
              zone={wanted.zone}
              today={dateIn(now, wanted.zone)}
              onTake={({ local_start, start }) => {
                const { minutes, zone } = wanted;
                void client
                  .mutate(
                    'appointment.edit',
                    { appointment_id: appointmentId, local_start, zone, minutes, start },
                    { owner, base: { start: session.stamps['start'] ?? '' }, replaces: last.uid },
                  )
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

/** The time that a refused move asked for; null of any other refusal. */
function movedTo({ code, args }: AttentionItem): Partial<MeantTime> | null {
  if (code !== 'conflicting_session' && code !== 'time_blocked') return null;
  const parsed = v.safeParse(moveArgs, args);
  if (!parsed.success) return null;
  const { local_start, zone, minutes } = parsed.output;
  return { local_start, ...(zone === undefined ? {} : { zone }), ...(minutes === undefined ? {} : { minutes }) };
}

const moveArgs = v.object({
  local_start: v.string(),
  zone: v.optional(v.string()),
  minutes: v.optional(v.number()),
});
