import { RotateCcw } from 'lucide-react';
import { isCancelledByClient } from '../../../../sync/domain/appointment-status.ts';
import { useSub } from '../../../lib/client-context.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useNow } from '../../../lib/use-now.ts';
import { plansSession, useRoles } from '../../../model/people/use-roles.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { useTimeStanding } from './time-advice.tsx';
import styles from './session-detail.module.css';

const done = (): void => undefined;

/** Brings a cancelled session back, for whom the server would let do it. */
export function RestoreSession({ session, hasNote }: { readonly session: Session; readonly hasNote: boolean }) {
  const now = useNow();
  const { busy, failure, run } = useChange(done);
  const isTheirs = isCancelledByClient(session.body.status);
  // [CA-7] What is yet to come is theirs to say yes to.
  const asks = isTheirs && session.body.start > now;
  const owner = useSub();
  const canRestore = plansSession(useRoles(session.scope), session.body.clinician === owner);
  const { clinician, local_start: local, minutes, zone } = session.body;
  const { blocked } = useTimeStanding({ clinician, local, minutes, zone, except: session.id });
  // [CN-2] What this device knows to be blocked is said, and booked over by choice.
  const over = blocked.length > 0 ? { force_book_over_blocked: true } : {};
  return (
    <section className={styles.note} aria-label="Cancelled session">
      <p className={styles.soft}>
        {isTheirs ? 'The client cancelled this session.' : 'This session was cancelled.'}
        {hasNote ? ' Its note is in the archive.' : null}
      </p>
      {canRestore ? (
        <>
          <p className={styles.soft}>
            {hasNote ? 'Restoring brings both back' : 'Restoring brings it back'} if this time is still free.
            {blocked.length > 0 ? ' It is blocked in the calendar: restoring books over that.' : null}
            {asks ? ' The client is asked to say yes to it again, unless they have agreed already.' : null}
          </p>
          <div className={styles.actions}>
            <Button
              icon={<RotateCcw size={16} aria-hidden />}
              disabled={busy}
              onClick={() => void run('appointment.restore', { appointment_id: session.id, ...over })}
            >
              {asks ? 'Restore and ask' : 'Restore'}
            </Button>
            {asks ? (
              <Button
                disabled={busy}
                onClick={() => void run('appointment.restore', { appointment_id: session.id, agreed: true, ...over })}
              >
                Restore, they agreed
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </section>
  );
}
