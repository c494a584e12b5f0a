import { useState } from 'react';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import type { Note } from '../../../../sync/collections/note-body.ts';
import { answerElements, type NoteSchema } from '../../../../sync/domain/note-schema.ts';
import { idOfScope } from '../../../../sync/collections/classes.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { useClient } from '../../../lib/client-context.ts';
import { clockSpan, dateIn, weekdayDate, zoneName } from '../../../lib/time.ts';
import type { Me } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { isEmptyAnswer } from './answers.ts';
import type { NoteSaver } from './note-saver.ts';
import { signWhatIsShown } from './sign-note.ts';
import styles from './sign-sheet.module.css';

interface SignSheetProps {
  readonly appointmentId: string;
  readonly session: Appointment;
  readonly note: SeenRecord<Note>;
  readonly schema: NoteSchema;
  readonly saver: NoteSaver;
  readonly me: Me;
  readonly onSigned: () => void;
  readonly onClose: () => void;
}

/** [C-503] Shows what will be sealed, then signs exactly that: the versions that stand on the screen. */
export function SignSheet({ appointmentId, session, note, schema, saver, me, onSigned, onClose }: SignSheetProps) {
  const client = useClient();
  const clientName = useClientName(idOfScope(note.scope));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const fields = answerElements(schema);
  const allEmpty = fields.filter((element) => isEmptyAnswer(saver.field(element.field).value));
  const risk = allEmpty.find((element) => element.type === 'radios' && element.asksRisk === true);
  const empty = allEmpty.filter((element) => element !== risk);
  const date = dateIn(session.start, me.zone);

  async function sign(): Promise<void> {
    setBusy(true);
    const result = await signWhatIsShown({
      saver,
      shown: fields.map(({ field }) => field),
      note,
      sign: (seen) => client.mutate('note.sign', { appointment_id: appointmentId, name: me.displayName, seen }),
    });
    setBusy(false);
    if (result.kind === 'unsaved') setFailure('Some text is not saved in this note, so it cannot be signed.');
    else if (result.kind !== 'saved') setFailure(result.message);
    else {
      onSigned();
      onClose();
    }
  }

  return (
    <Sheet
      open
      title="Sign this note"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Go on writing</Button>
          <Button tone="primary" disabled={busy} onClick={() => void sign()}>
            Sign and seal
          </Button>
        </>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>Client</dt>
          <dd>{clientName === null ? null : <PersonName name={clientName} />}</dd>
        </div>
        <div>
          <dt>Session</dt>
          <dd>
            {weekdayDate(date)},{' '}
            <span className={styles.span}>
              {clockSpan(session, me.zone)} {zoneName(me.zone)}
            </span>
          </dd>
        </div>
        <div>
          <dt>Sealed</dt>
          <dd>
            {fields.length - allEmpty.length} of {fields.length} parts of the {schema.title}, as they stand on this
            screen
          </dd>
        </div>
        {empty.length > 0 ? (
          <div>
            <dt>Left empty</dt>
            <dd>{empty.map((element) => element.label).join(', ')}</dd>
          </div>
        ) : null}
        <div>
          <dt>Signed by</dt>
          <dd>
            <PersonName name={me.displayName} />
          </dd>
        </div>
      </dl>
      {risk ? (
        <Notice tone="wait" title={`“${risk.label}” is not answered`}>
          A signed note without it says nothing about risk. If you asked, go back and answer it first.
        </Notice>
      ) : null}
      <p className={styles.after}>After signing, this text is not changed any more.</p>
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}
