import { Link } from '@tanstack/react-router';
import { owedWords } from '../../lib/owed-words.ts';
import { clockTime, dateIn, relativeDay } from '../../lib/time.ts';
import { useOwed } from '../../lib/use-owed.ts';
import { PersonName } from '../../ui/person-name.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import styles from './schedule-aside.module.css';

const shownAtOnce = 6;

/** What is owed, beside the day: oldest session first, not begun and not signed alike. */
export function OwedNotes({ zone, today }: { readonly zone: string; readonly today: string }) {
  const { notes, total } = useOwed(shownAtOnce);
  if (notes === null) return null;
  return (
    <section aria-label="Notes to finish">
      <h2>
        Notes to finish
        {total > 0 ? <span className={styles.count}>{total}</span> : null}
      </h2>
      {total === 0 ? <p className={styles.none}>Every note is written and signed.</p> : null}
      <ul className={styles.list}>
        {notes.map((note) => {
          const state = owedWords[note.state];
          return (
            <li key={note.appointmentId}>
              <Link
                to="/pro-dashboard/sessions/$appointmentId/note"
                params={{ appointmentId: note.appointmentId }}
                className={styles.item}
              >
                <span className={styles.itemName}>
                  <PersonName name={note.name} />
                </span>
                <span className={styles.itemWhen}>
                  {relativeDay(dateIn(note.sessionStart, zone), today)}, {clockTime(note.sessionStart, zone)}
                </span>
                <StatusWord tone={state.tone} icon={state.icon}>
                  {state.word}
                </StatusWord>
              </Link>
            </li>
          );
        })}
      </ul>
      {total > shownAtOnce ? (
        <p className={styles.more}>
          <Link to="/pro-dashboard/homepage">All {total} are on the home page</Link>
        </p>
      ) : null}
    </section>
  );
}
