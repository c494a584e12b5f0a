import { PencilLine } from 'lucide-react';
import { useState } from 'react';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { plansSession, useRoles } from '../../../model/people/use-roles.ts';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { CancelSession } from '../../../model/sessions/cancel-session.tsx';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import { NoShowSheet } from './no-show-sheet.tsx';
import { seriesCancelled } from './series-done.ts';
import styles from './session-detail.module.css';
import type { TransferSheetProps } from './transfer-sheet.tsx';

const TransferSheet = lazySheet<TransferSheetProps>(
  'Transfer to a colleague',
  loadAgain(
    () => import('./transfer-sheet.tsx'),
    (module) => module.TransferSheet,
  ),
);

interface SessionActionsProps {
  readonly session: Session;
  readonly name: string;
  readonly zone: string;
  readonly now: string;
  /** The note is signed: the session was held, and its time stays. */
  readonly isSigned: boolean;
}

/** What can be done with a session, for whom the server would let do it. */
export function SessionActions({ session, name, zone, now, isSigned }: SessionActionsProps) {
  const client = useClient();
  const owner = useSub();
  const { edit, tell } = useCalendarActs();
  const [asks, setAsks] = useState<'cancel' | 'no-show' | 'transfer' | null>(null);
  const roles = useRoles(session.scope);
  const plans = plansSession(roles, session.body.clinician === owner);
  const { body, id } = session;
  const flags = statusFlags(body.status);
  if (!plans || flags.cancelled || body.sample !== undefined) return null;
  const isBegun = body.start <= now;
  const isOver = body.end <= now;
  return (
    <>
      <div className={styles.actions}>
        <Button icon={<PencilLine size={16} aria-hidden />} onClick={() => edit(session, name)}>
          Edit
        </Button>
        {isBegun ? <Button onClick={() => setAsks('no-show')}>No show</Button> : null}
        {!isBegun && roles.includes('treating') ? <Button onClick={() => setAsks('transfer')}>Transfer</Button> : null}
        {isOver && isSigned ? null : <Button onClick={() => setAsks('cancel')}>Cancel session</Button>}
      </div>
      {asks === 'cancel' ? (
        <CancelSession
          {...{ session, zone, now }}
          onClose={() => setAsks(null)}
          onCancelled={(series) => {
            if (series) {
              tell(seriesCancelled({ client, owner }, { name, ...series }));
              return;
            }
            tell({
              words: `The session with ${name} is cancelled.`,
              // It stood there a moment ago, over whatever is blocked there, and the client had said what they had.
              undo: () =>
                client.mutate(
                  'appointment.restore',
                  { appointment_id: id, agreed: true, force_book_over_blocked: true },
                  { owner },
                ),
            });
          }}
        />
      ) : null}
      {asks === 'transfer' ? <TransferSheet {...{ session, name, zone, now }} onClose={() => setAsks(null)} /> : null}
      {asks === 'no-show' ? <NoShowSheet {...{ session, name }} onClose={() => setAsks(null)} /> : null}
    </>
  );
}
