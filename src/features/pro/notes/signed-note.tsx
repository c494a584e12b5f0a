import { Clock3, ShieldCheck } from 'lucide-react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { soapNote } from '../../../../sync/domain/soap-note.ts';
import { dateAndTime, zoneName } from '../../../lib/time.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { answerText, isEmptyAnswer } from './answers.ts';
import styles from './note.module.css';

/** Sealed: text to be read, a signature line, no fields. */
export function SignedNote({ note, zone }: { readonly note: SeenRecord<Note>; readonly zone: string }) {
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
      <div className={styles.sections}>
        {soapNote.elements.map((element) => {
          if (element.type !== 'section') return null;
          const filled = element.children.filter((child) => 'field' in child && !isEmptyAnswer(answers[child.field]));
          return (
            <section key={element.title} className={styles.section} aria-label={element.title}>
              <h2 className={styles.margin}>{element.title}</h2>
              <div className={styles.body}>
                {filled.length === 0 ? <p className={styles.nothing}>Left empty</p> : null}
                {filled.map((child) =>
                  'field' in child ? (
                    <div key={child.field} className={styles.field}>
                      <h3 className={styles.label}>{child.label}</h3>
                      <p className={styles.read}>{answerText(answers[child.field] ?? '')}</p>
                    </div>
                  ) : null,
                )}
              </div>
            </section>
          );
        })}
      </div>
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
