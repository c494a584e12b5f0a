import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { owedCount } from '../../../model/notes/owed-words.ts';
import { dateIn, clockTime, relativeDay } from '../../../lib/time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useOwed } from '../../../model/notes/use-owed.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import styles from './next-owed.module.css';

/** Just signed: said in a word, and what is owed next is offered. The hand that signed finds it under the next key. */
export function NextOwed({ appointmentId, zone }: { readonly appointmentId: string; readonly zone: string }) {
  const today = dateIn(useNow(), zone);
  const { notes, total } = useOwed(2);
  const barRef = useRef<HTMLOutputElement>(null);
  // The sheet that held the focus is gone with the editor below it.
  useEffect(() => barRef.current?.focus({ preventScroll: true }), []);
  // A signature may be shown here a moment before the list has heard of it.
  const owed = notes?.filter((note) => note.appointmentId !== appointmentId) ?? [];
  const left = total - ((notes?.length ?? 0) - owed.length);
  const [next] = owed;
  return (
    <output className={styles.bar} ref={barRef} tabIndex={-1}>
      <span className={styles.word}>
        <CircleCheck size={18} aria-hidden />
        <strong>Signed.</strong>{' '}
        {notes === null ? '' : left === 0 ? 'Every note is written and signed.' : owedCount(left)}
      </span>
      {next ? (
        <span className={styles.next}>
          <span>
            Next: <PersonName name={next.name} />, {relativeDay(dateIn(next.sessionStart, zone), today)},{' '}
            {clockTime(next.sessionStart, zone)}
          </span>
          <Link
            to="/pro-dashboard/sessions/$appointmentId/note"
            params={{ appointmentId: next.appointmentId }}
            className={buttonClass('primary')}
          >
            {next.state === 'not-begun' ? 'Write the next note' : 'Open the next note'}
          </Link>
        </span>
      ) : null}
    </output>
  );
}
