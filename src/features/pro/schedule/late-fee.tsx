import { dateAndTime } from '../../../lib/time.ts';
import { useSub } from '../../../lib/client-context.ts';
import { useChange } from '../../../lib/use-change.ts';
import { plansSession, useRoles } from '../../../model/people/use-roles.ts';
import { priceWords } from '../../../model/sessions/plan-words.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import styles from './session-detail.module.css';

type Fee = NonNullable<Session['body']['late_fee']>;

const stateWords: Readonly<Record<Fee['state'], string>> = {
  proposed: 'Late fee proposed',
  in_time: 'Said in time, arrived late',
  owed: 'Late fee owed',
  waived: 'Late fee waived',
};

const done = (): void => undefined;

/** [CA-6] What a session's terms ask of a client who cancelled late or did not come, and who decides about it. */
export function LateFee({ session, zone }: { readonly session: Session; readonly zone: string }) {
  const { busy, failure, run } = useChange(done);
  const owner = useSub();
  const decides = plansSession(useRoles(session.scope), session.body.clinician === owner);
  const fee = session.body.late_fee;
  if (!fee) return null;
  const decide = (state: 'owed' | 'waived') =>
    void run(
      'appointment.decide_fee',
      { appointment_id: session.id, state },
      { base: { late_fee: session.stamps['late_fee'] ?? '' } },
    );
  return (
    <section className={styles.note} aria-label="Late fee">
      <h3>
        {stateWords[fee.state]}: {priceWords(fee.cents)}
      </h3>
      <p className={styles.soft}>
        {session.body.absent === 'client' ? 'The client did not come.' : `Cancelled ${dateAndTime(fee.at, zone)}`}
        {fee.received === undefined ? null : `, arrived ${dateAndTime(fee.received, zone)}`}
        {session.body.absent === 'client' ? null : '.'}{' '}
        {fee.state === 'in_time' ? 'Nothing is asked unless you say so. ' : null}
        Nothing is charged by this; it is kept for the bill.
      </p>
      {decides ? (
        <div className={styles.actions}>
          {fee.state === 'owed' ? null : (
            <Button disabled={busy} onClick={() => decide('owed')}>
              It is owed
            </Button>
          )}
          {fee.state === 'waived' ? null : (
            <Button disabled={busy} onClick={() => decide('waived')}>
              Waive
            </Button>
          )}
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
