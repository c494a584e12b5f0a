import { Link } from '@tanstack/react-router';
import { clockTime, dateIn, relativeDay } from '../../lib/time.ts';
import { PersonName } from '../../ui/person-name.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import { owedWords } from './owed-words.ts';
import type { NamedOwedNote } from './use-owed.ts';

interface OwedListProps {
  readonly notes: readonly NamedOwedNote[];
  readonly zone: string;
  readonly today: string;
  /** How the screen that shows it looks. */
  readonly looks: Readonly<Record<'list' | 'row' | 'name' | 'when', string | undefined>>;
}

/** Notes that are owed, in the order given: whose, of when, how it stands; each a way to the note. */
export function OwedList({ notes, zone, today, looks }: OwedListProps) {
  return (
    <ul className={looks.list}>
      {notes.map((note) => {
        const state = owedWords[note.state];
        return (
          <li key={note.appointmentId}>
            <Link
              to="/pro-dashboard/sessions/$appointmentId/note"
              params={{ appointmentId: note.appointmentId }}
              className={looks.row}
            >
              <span className={looks.name}>
                <PersonName name={note.name} />
              </span>
              <span className={looks.when}>
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
  );
}
