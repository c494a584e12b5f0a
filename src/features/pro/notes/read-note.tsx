import type { Note } from '../../../../sync/collections/note-body.ts';
import type { FormElement, NoteSchema } from '../../../../sync/domain/note-schema.ts';
import { answerText, isEmptyAnswer } from './answers.ts';
import styles from './note.module.css';

type Answers = Note['answers'];

interface ReadNoteProps {
  /** The form that the note is written on; undefined where this build does not know it. */
  readonly schema: NoteSchema | undefined;
  readonly answers: Answers;
}

/** A note to be read: by the sections of its form, or, of a form that is not known here, each text under its field's name. */
export function ReadNote({ schema, answers }: ReadNoteProps) {
  if (!schema) return <ReadFields answers={answers} />;
  return (
    <div className={styles.sections}>
      {schema.elements.map((element, index) =>
        element.type === 'section' ? (
          <section key={element.title} className={styles.section} aria-label={element.title}>
            <h2 className={styles.margin}>{element.title}</h2>
            <div className={styles.body}>
              <ReadElements elements={element.children} answers={answers} />
            </div>
          </section>
        ) : (
          <div key={'field' in element ? element.field : `text-${index}`} className={styles.section}>
            <div className={styles.body}>
              <ReadElements elements={[element]} answers={answers} />
            </div>
          </div>
        ),
      )}
    </div>
  );
}

function ReadElements({ elements, answers }: { readonly elements: readonly FormElement[]; readonly answers: Answers }) {
  const fields = elements.flatMap((element) => ('field' in element ? [element] : []));
  const filled = fields.filter(({ field }) => !isEmptyAnswer(answers[field]));
  if (filled.length === 0) return fields.length === 0 ? null : <p className={styles.nothing}>Left empty</p>;
  return filled.map(({ field, label }) => (
    <ReadAnswer key={field} label={label} text={answerText(answers[field] ?? '')} />
  ));
}

function ReadFields({ answers }: { readonly answers: Answers }) {
  const filled = Object.entries(answers).filter(([, answer]) => !isEmptyAnswer(answer));
  return (
    <div className={styles.section}>
      <div className={styles.body}>
        {filled.length === 0 ? <p className={styles.nothing}>Left empty</p> : null}
        {filled.map(([field, answer]) => (
          <ReadAnswer key={field} label={field} text={answerText(answer)} />
        ))}
      </div>
    </div>
  );
}

function ReadAnswer({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={styles.field}>
      <h3 className={styles.label}>{label}</h3>
      <p className={styles.read}>{text}</p>
    </div>
  );
}
