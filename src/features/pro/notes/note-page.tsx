import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { noteIdOf, type Appointment } from '../../../../sync/collections/appointment.ts';
import { newNoteSchema, noteSchemaOf } from '../../../../sync/domain/note-schemas.ts';
import { chartIdOf } from '../../../model/clients/client-name.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { useGoneWords } from '../../../model/clients/use-access-end.ts';
import { readsClinical, useKnownRoles } from '../../../model/people/use-roles.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useIsDamaged, useRecord } from '../../../lib/use-records.ts';
import { useViewLog } from '../../../model/clients/use-view-log.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Addenda } from './addenda.tsx';
import { DamagedNotice, damagedSession } from './damaged-notice.tsx';
import { NextOwed } from './next-owed.tsx';
import { NoteEditor } from './note-editor.tsx';
import { NoteHeader } from './note-header.tsx';
import { PrintFacts } from './print-facts.tsx';
import { RefusedNotice } from './refused-notice.tsx';
import { SignedNote } from './signed-note.tsx';
import { UnknownForm } from './unknown-form.tsx';
import styles from './note.module.css';

/** The note of one session: being written, or sealed. */
export function NotePage() {
  const { appointmentId } = useParams({ from: '/pro-dashboard/sessions/$appointmentId/note' });
  return <NoteScreen key={appointmentId} appointmentId={appointmentId} />;
}

function NoteScreen({ appointmentId }: { readonly appointmentId: string }) {
  const me = useMe();
  const [isSignedHere, setSignedHere] = useState(false);
  const session = useRecord('appointment', appointmentId);
  const note = useRecord('note', noteIdOf(appointmentId));
  const chartId = session.loading || !session.value ? null : chartIdOf(session.value);
  const card = useRecord('client_card', chartId);
  const name = useClientName(chartId);
  const known = useKnownRoles(session.loading || !session.value ? null : session.value.scope);
  const isOwn = !session.loading && session.value?.body.clinician === me.sub;
  // A session of one's own opens at once; whether somebody else's has a page to read or write, roles say.
  const areRolesAwaited = known === null && !isOwn && chartId !== null;
  const roles = known ?? [];
  const canWrite = roles.includes('treating');
  const isShut = !note.loading && !note.value && !readsClinical(roles, isOwn);
  useViewLog(isShut ? null : chartId);
  // When the session goes, only this screen still knows whose it was.
  const [lastChartId, setLastChartId] = useState<string | null>(null);
  if (chartId !== null && chartId !== lastChartId) setLastChartId(chartId);
  const isSessionDamaged = useIsDamaged('appointment', appointmentId);
  const isNoteDamaged = useIsDamaged('note', noteIdOf(appointmentId));
  const gone = useGoneWords(
    lastChartId,
    isSessionDamaged
      ? damagedSession
      : {
          title: 'This session is not on this device',
          text: 'It may not have arrived yet, or you have no access to its chart.',
        },
  );

  const isNameAwaited = chartId !== null && name === null;
  if (session.loading || note.loading || areRolesAwaited || isNameAwaited || me.displayName === '') {
    return (
      <div className={styles.page}>
        <Skeleton lines={6} label="Opening the note" />
      </div>
    );
  }
  if (!session.value) {
    return (
      <div className={styles.page}>
        <EmptyState
          title={gone.title}
          action={
            <Link to="/pro-dashboard/schedule" className={buttonClass()}>
              Open calendar
            </Link>
          }
        >
          {gone.text}
        </EmptyState>
      </div>
    );
  }
  const body: Appointment = session.value.body;
  if (isShut) {
    return (
      <div className={styles.page}>
        <EmptyState
          title="Notes are for those who treat"
          action={
            <Link to="/pro-dashboard/schedule/$appointmentId" params={{ appointmentId }} className={buttonClass()}>
              Open session
            </Link>
          }
        >
          You see when this session is and with whom. What is written about it stays with the people who treat.
        </EmptyState>
      </div>
    );
  }
  // A note that does not live where its session does is none of this session.
  const isElsewhere = note.value !== undefined && note.value.scope !== session.value.scope;
  const noteRecord = isElsewhere ? undefined : note.value;
  const isDamaged = isNoteDamaged || isElsewhere;
  const schema = noteRecord ? noteSchemaOf(noteRecord.body) : newNoteSchema;
  return (
    <div className={styles.page}>
      <NoteHeader
        appointmentId={appointmentId}
        session={body}
        chartId={chartId}
        name={name ?? ''}
        zone={me.zone}
        scope={session.value.scope}
        noteStart={noteRecord?.body.session_start ?? body.start}
        title={schema?.title ?? 'Note'}
      />
      <RefusedNotice appointmentId={appointmentId} />
      {isDamaged ? <DamagedNotice /> : null}
      {isSignedHere && noteRecord?.body.signed ? <NextOwed appointmentId={appointmentId} zone={me.zone} /> : null}
      {noteRecord?.body.signed ? (
        <>
          <PrintFacts
            name={name ?? ''}
            card={card.loading ? undefined : card.value?.body}
            session={body}
            note={noteRecord.body}
            zone={me.zone}
          />
          <SignedNote note={noteRecord} schema={schema} zone={me.zone} />
          <Addenda {...{ appointmentId, canWrite }} sub={me.sub} zone={me.zone} />
        </>
      ) : noteRecord && !schema ? (
        <UnknownForm note={noteRecord.body} />
      ) : (
        <NoteEditor
          {...{ appointmentId, isDamaged, me }}
          schema={schema ?? newNoteSchema}
          session={body}
          note={noteRecord}
          onSigned={() => setSignedHere(true)}
        />
      )}
    </div>
  );
}
