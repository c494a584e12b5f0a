import { Link } from '@tanstack/react-router';
import { Columns2, PenLine } from 'lucide-react';
import { clockTime, dateIn, relativeDay } from '../../lib/time.ts';
import { useUnsigned } from '../../lib/use-unsigned.ts';
import { StatusWord } from '../../ui/status-word.tsx';
import styles from './pro-home.module.css';

const shownAtOnce = 8;

export function NotesToFinish({ zone, today }: { readonly zone: string; readonly today: string }) {
  const { notes, total } = useUnsigned(shownAtOnce);
  if (notes === null) return null;
  return (
    <section className={styles.finish} aria-label="Notes to finish">
      <h2>Notes to finish</h2>
      {total === 0 ? <p className={styles.soft}>Every note you began is signed.</p> : null}
      <ul className={styles.list}>
        {notes.map((note) => (
          <li key={note.appointmentId}>
            <Link
              to="/pro-dashboard/sessions/$appointmentId/note"
              params={{ appointmentId: note.appointmentId }}
              className={styles.finishRow}
            >
              <span className={styles.name}>{note.name}</span>
              <span className={styles.finishWhen}>
                {relativeDay(dateIn(note.sessionStart, zone), today)}, {clockTime(note.sessionStart, zone)}
              </span>
              <StatusWord tone="wait" icon={note.twoVersions ? Columns2 : PenLine}>
                {note.twoVersions ? 'Two versions' : 'Not signed'}
              </StatusWord>
            </Link>
          </li>
        ))}
      </ul>
      {total > shownAtOnce ? <p className={styles.soft}>and {total - shownAtOnce} more</p> : null}
    </section>
  );
}
