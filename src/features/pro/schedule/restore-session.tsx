import { RotateCcw } from 'lucide-react';
import { useChange } from '../../../lib/use-change.ts';
import { plansSessions, useRoles } from '../../../model/people/use-roles.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import styles from './session-detail.module.css';

const done = (): void => undefined;

/** Brings a cancelled session back, for whom the server would let do it. */
export function RestoreSession({ session, hasNote }: { readonly session: Session; readonly hasNote: boolean }) {
  const { busy, failure, run } = useChange(done);
  const canRestore = plansSessions(useRoles(session.scope));
  return (
    <section className={styles.note} aria-label="Cancelled session">
      <p className={styles.soft}>
        {hasNote ? 'This session was cancelled. Its note is in the archive.' : 'This session was cancelled.'}
      </p>
      {canRestore ? (
        <>
          <p className={styles.soft}>
            {hasNote ? 'Restoring brings both back' : 'Restoring brings it back'} if this time is still free.
          </p>
          <Button
            icon={<RotateCcw size={16} aria-hidden />}
            disabled={busy}
            onClick={() => void run('appointment.restore', { appointment_id: session.id })}
          >
            Restore
          </Button>
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
