import { Clock3, ShieldCheck } from 'lucide-react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import type { NoteSchema } from '../../../../sync/domain/note-schema.ts';
import { dateAndTime, zoneName } from '../../../lib/time.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { ReadNote } from './read-note.tsx';
import styles from './note.module.css';

interface SignedNoteProps {
  readonly note: SeenRecord<Note>;
  readonly schema: NoteSchema | undefined;
  readonly zone: string;
}

/** Sealed: text to be read, a signature line, no fields. */
export function SignedNote({ note, schema, zone }: SignedNoteProps) {
  const { signed, answers } = note.body;
  if (!signed) return null;
  return (
    <article className={styles.signed} aria-label="Signed note">
      <p className={styles.sealed}>
        <StatusWord tone="fine" icon={ShieldCheck}>
          Signed and sealed
        </StatusWord>
        {note.pending ? (
          <StatusWord tone="wait" icon={Clock3}>
            waiting to reach the server
          </StatusWord>
        ) : null}
      </p>
      <ReadNote schema={schema} answers={answers} />
      <footer className={styles.signature}>
        <ShieldCheck size={22} aria-hidden strokeWidth={1.8} />
        <div>
          <p className={styles.signedBy}>
            <PersonName name={signed.name} />
          </p>
          <p className={styles.signedAt}>
            Signed {dateAndTime(signed.at, zone)} {zoneName(zone)}
          </p>
        </div>
      </footer>
    </article>
  );
}
