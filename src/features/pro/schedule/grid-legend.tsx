import type { Clinician } from '../../../model/people/clinicians.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import styles from './week.module.css';

interface Held {
  readonly body: Pick<Session['body'], 'clinician' | 'clinician_name'>;
}

/** Whose time a shared week shows: those of the practice who were chosen, and who is of it no more but has sessions in it. */
export function cliniciansOf({ clinicians }: Schedule, sessions: readonly Held[]): readonly Clinician[] {
  const held = new Map(sessions.map(({ body }) => [body.clinician, body.clinician_name]));
  const known = (clinicians?.all ?? []).filter(({ id }) => held.delete(id));
  return [...known, ...[...held].map(([id, name]) => ({ id, name }))];
}

interface GridLegendProps {
  readonly clinicians: readonly Clinician[];
  readonly short: ReadonlyMap<string, string>;
}

/** What the letters in narrow blocks mean: for the eye, since every block says the whole name to who hears it. */
export function GridLegend({ clinicians, short }: GridLegendProps) {
  return (
    <ul className={styles.legend} aria-hidden>
      {clinicians.map(({ id, name }) => (
        <li key={id}>
          <b>{short.get(id)}</b> <PersonName name={name} />
        </li>
      ))}
    </ul>
  );
}
