import { useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import type { FormElement } from '../../../../sync/domain/note-schema.ts';
import type { Me } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import type { NoteSaver } from './note-saver.ts';
import { NoteText } from './note-text.tsx';
import { TwoVersions, versionsOf } from './two-versions.tsx';
import { useField } from '../../../forms/use-field.ts';
import styles from './note.module.css';

interface NoteProseProps {
  readonly element: Extract<FormElement, { type: 'short-answer' | 'paragraph' }>;
  readonly appointmentId: string;
  readonly saver: NoteSaver;
  readonly note: SeenRecord<Note> | undefined;
  readonly me: Me;
}

/** A written field. A second version never takes the pen out of the hand: the choice opens when the writing stops. */
export function NoteProse({ element, appointmentId, saver, note, me }: NoteProseProps) {
  const [writing, setWriting] = useState(false);
  const { dirty } = useField(saver, element.field);
  const versions = versionsOf(note, element.field);
  const two = versions.length > 1;

  if (two && !writing && !dirty) return <TwoVersions {...{ element, appointmentId, versions, me }} />;
  return (
    <div onFocus={() => setWriting(true)} onBlur={() => setWriting(false)}>
      <NoteText
        saver={saver}
        field={element.field}
        label={element.label}
        hint={element.type === 'paragraph' ? element.hint : undefined}
        lines={element.type === 'paragraph' ? 'many' : 'one'}
      />
      {two ? (
        <output className={styles.arrived}>
          <span>Another version of this text has arrived. Both are kept.</span>
          <Button tone="quiet" onClick={() => void saver.flushField(element.field).then(() => setWriting(false))}>
            Compare
          </Button>
        </output>
      ) : null}
    </div>
  );
}
