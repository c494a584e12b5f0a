import { Link } from '@tanstack/react-router';
import { clockTime, dateIn, relativeDay } from '../../lib/time.ts';
import { useUnsigned } from '../../lib/use-unsigned.ts';
import styles from './schedule-aside.module.css';

const shownAtOnce = 6;

/** Notes that were begun and not signed, newest session first. */
export function UnsignedNotes({ zone, today }: { readonly zone: string; readonly today: string }) {
  const { notes, total } = useUnsigned(shownAtOnce);
  if (notes === null) return null;
  return (
    <section aria-label="Notes not signed">
      <h2>Not signed</h2>
      {total === 0 ? <p className={styles.none}>Every note is signed.</p> : null}
      <ul className={styles.list}>
        {notes.map((note) => (
          <li key={note.appointmentId}>
            <Link
              to="/pro-dashboard/sessions/$appointmentId/note"
              params={{ appointmentId: note.appointmentId }}
              className={styles.item}
            >
              <span className={styles.itemName}>{note.name}</span>
              <span className={styles.itemWhen}>
                {relativeDay(dateIn(note.sessionStart, zone), today)}, {clockTime(note.sessionStart, zone)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {total > shownAtOnce ? <p className={styles.more}>and {total - shownAtOnce} more</p> : null}
    </section>
  );
}
