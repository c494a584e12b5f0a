import { useBlocker } from '@tanstack/react-router';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import type { FormElement, NoteSchema } from '../../../../sync/domain/note-schema.ts';
import { useClient } from '../../../lib/client-context.ts';
import { flushAll } from '../../../lib/flush.ts';
import type { Me } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { NoteCheckboxes, NoteGrid, NoteRadios } from './note-choices.tsx';
import { NoteFoot } from './note-foot.tsx';
import { NoteProse } from './note-prose.tsx';
import type { NoteSaver } from './note-saver.ts';
import { unsavedText } from './note-holder.ts';
import { useSaveState } from '../../../forms/use-field.ts';
import { useNoteSaver } from './use-note-saver.ts';
import { TwoVersions, versionsOf } from './two-versions.tsx';
import styles from './note.module.css';

interface NoteEditorProps {
  readonly appointmentId: string;
  readonly session: Appointment;
  readonly note: SeenRecord<Note> | undefined;
  /** The form that is filled in. */
  readonly schema: NoteSchema;
  /** What is shown is not all of it: the rest is being fetched again. */
  readonly isDamaged: boolean;
  readonly me: Me;
  /** The signature is on this device. */
  readonly onSigned: () => void;
}

/** A page without boxes: sections named in the margin, text in the middle, a foot that says what is safe. */
export function NoteEditor({ appointmentId, session, note, schema, isDamaged, me, onSigned }: NoteEditorProps) {
  const client = useClient();
  const saver = useNoteSaver({ client, sub: me.sub, appointmentId, authorName: me.displayName, schema, note });
  const blocker = useBlocker({
    // Leaving saves first; only what this device cannot keep holds the person back.
    shouldBlockFn: async () => {
      await flushAll();
      return saver.hasUnsaved();
    },
    // `unsavedTexts` asks for all editors, also for one whose screen has gone.
    enableBeforeUnload: false,
    withResolver: true,
  });

  function leave(): void {
    saver.letGo();
    blocker.proceed?.();
  }

  return (
    <>
      {note?.body.archived ? (
        <p className={styles.archived}>
          This session was cancelled. Its note is kept, archived; restoring the session brings it back.
        </p>
      ) : null}
      <div className={styles.sections}>
        {schema.elements.map((element, index) =>
          element.type === 'section' ? (
            <section key={element.title} className={styles.section} aria-labelledby={`section-${index}`}>
              <h2 id={`section-${index}`} className={styles.margin}>
                {element.title}
              </h2>
              <div className={styles.body}>
                {element.children.map((child, childIndex) => (
                  <NoteElement
                    key={'field' in child ? child.field : `text-${childIndex}`}
                    element={child}
                    {...{ appointmentId, saver, note, me }}
                  />
                ))}
              </div>
            </section>
          ) : (
            <div key={'field' in element ? element.field : `text-${index}`} className={styles.section}>
              <div className={styles.body}>
                <NoteElement element={element} {...{ appointmentId, saver, note, me }} />
              </div>
            </div>
          ),
        )}
      </div>
      <NoteFoot {...{ appointmentId, session, note, schema, isDamaged, saver, me, onSigned }} />
      {blocker.status === 'blocked' ? (
        <Sheet
          open
          title="This text is not saved on this device"
          onClose={blocker.reset}
          actions={
            <>
              <Button tone="quiet" onClick={leave}>
                Leave and lose it
              </Button>
              <CopyButton text={() => unsavedText(saver, schema)} />
              <Button tone="primary" onClick={blocker.reset}>
                Stay on this page
              </Button>
            </>
          }
        >
          <NotSavedReason saver={saver} />
        </Sheet>
      ) : null}
    </>
  );
}

function NotSavedReason({ saver }: { readonly saver: NoteSaver }) {
  const { message } = useSaveState(saver);
  return <p>{message} Keep this page open, or copy the text to a safe place. Everything else is saved.</p>;
}

interface NoteElementProps {
  readonly element: FormElement;
  readonly appointmentId: string;
  readonly saver: NoteSaver;
  readonly note: SeenRecord<Note> | undefined;
  readonly me: Me;
}

function NoteElement({ element, appointmentId, saver, note, me }: NoteElementProps) {
  switch (element.type) {
    // [S-315] A section never stands in a section.
    case 'section':
      return null;
    case 'text-only':
      return <p className={styles.aside}>{element.text}</p>;
    case 'short-answer':
    case 'paragraph':
      return <NoteProse {...{ element, appointmentId, saver, note, me }} />;
    case 'radios':
    case 'checkboxes':
    case 'radios-grid': {
      const versions = versionsOf(note, element.field);
      if (versions.length > 1) return <TwoVersions {...{ element, appointmentId, versions, me }} />;
      if (element.type === 'radios') return <NoteRadios {...{ saver, element }} />;
      if (element.type === 'checkboxes') return <NoteCheckboxes {...{ saver, element }} />;
      return <NoteGrid {...{ saver, element }} />;
    }
  }
}
