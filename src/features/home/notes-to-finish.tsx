import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { owedWords } from '../../lib/owed-words.ts';
import { clockTime, dateIn, relativeDay } from '../../lib/time.ts';
import { useOwed } from '../../lib/use-owed.ts';
import { Button } from '../../ui/button.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import styles from './pro-home.module.css';

const shownAtOnce = 5;

/** Every note that is owed, oldest first, and how many they are: not begun and not signed alike. */
export function NotesToFinish({ zone, today }: { readonly zone: string; readonly today: string }) {
  const [isWhole, setWhole] = useState(false);
  const { notes, total } = useOwed(isWhole ? Infinity : shownAtOnce);
  if (notes === null) return null;
  return (
    <section className={styles.finish} aria-label="Notes to finish">
      <h2>
        Notes to finish
        {total > 0 ? <span className={styles.count}>{total}</span> : null}
      </h2>
      {total === 0 ? <p className={styles.soft}>Every note is written and signed.</p> : null}
      <ul className={styles.list}>
        {notes.map((note) => {
          const state = owedWords[note.state];
          return (
            <li key={note.appointmentId}>
              <Link
                to="/pro-dashboard/sessions/$appointmentId/note"
                params={{ appointmentId: note.appointmentId }}
                className={styles.finishRow}
              >
                <span className={styles.name}>
                  <PersonName name={note.name} />
                </span>
                <span className={styles.finishWhen}>
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
      {total > notes.length ? (
        <Button tone="quiet" className={styles.all} onClick={() => setWhole(true)}>
          Show all {total}
        </Button>
      ) : null}
    </section>
  );
}
