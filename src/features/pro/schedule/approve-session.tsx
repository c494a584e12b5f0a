import { Check } from 'lucide-react';
import { useState } from 'react';
import { isUnapproved } from '../../../../sync/domain/appointment-status.ts';
import { useSub } from '../../../lib/client-context.ts';
import { useChange } from '../../../lib/use-change.ts';
import { plansSession, useRoles } from '../../../model/people/use-roles.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './session-detail.module.css';

const done = (): void => undefined;

/** [CA-7] Of a session that the client has still to say yes to: that they have, told by whoever plans it. */
export function ApproveSession({ session: found }: { readonly session: Session }) {
  const { busy, failure, run } = useChange(done);
  const owner = useSub();
  const plans = plansSession(useRoles(found.scope), found.body.clinician === owner);
  // The client agreed to the time that stood here when the page was opened, not to where somebody moves it meanwhile.
  const [start] = useState(found.stamps['start'] ?? '');
  if (!isUnapproved(found.body.status)) return null;
  return (
    <section className={styles.note} aria-label="Not agreed yet">
      <p className={styles.soft}>
        The client has not said yes to this session. They can in their own account; or you have it from them in words.
      </p>
      {plans ? (
        <div className={styles.actions}>
          <Button
            icon={<Check size={16} aria-hidden />}
            disabled={busy}
            onClick={() =>
              void run('appointment.approve', { appointment_id: found.id, agreed: true }, { base: { start } })
            }
          >
            They agreed
          </Button>
        </div>
      ) : null}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </section>
  );
}
