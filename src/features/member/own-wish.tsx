import { Clock3 } from 'lucide-react';
import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { useChange } from '../../lib/use-change.ts';
import type { Wish } from '../../model/sessions/use-wishes.ts';
import { askedWords } from '../../model/sessions/wish-words.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import { wishedPractice } from './wished-practice.ts';
import styles from './ask-time.module.css';

interface OwnWishProps {
  readonly session: SeenRecord<Appointment>;
  readonly wish: Wish;
  readonly zone: string;
  readonly now: string;
}

const done = (): void => undefined;

/** [CA-11] What a client asked of a session, how that stands, and the way back. */
export function OwnWish({ session, wish, zone, now }: OwnWishProps) {
  const { busy, failure, run } = useChange(done);
  const { state, times, words } = wish.body;
  if (state === 'declined')
    return (
      <div className={styles.wish}>
        <p>Your clinician keeps the time.</p>
      </div>
    );
  return (
    <div className={styles.wish}>
      <p>{askedWords(times, zone, now)}</p>
      <div className={styles.soft}>
        {wishedPractice(times, session.body, zone, now).map((there) => (
          <p key={there}>{there}</p>
        ))}
      </div>
      {words === undefined ? null : <p className={styles.soft}>“{words}”</p>}
      {wish.pending ? (
        <StatusWord tone="wait" icon={Clock3}>
          Not yet with your clinician
        </StatusWord>
      ) : null}
      <Button
        tone="quiet"
        className={styles.back}
        disabled={busy}
        onClick={() => void run('session_wish.withdraw', { appointment_id: session.id })}
      >
        Take back
      </Button>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </div>
  );
}
