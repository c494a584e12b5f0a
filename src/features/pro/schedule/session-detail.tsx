import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ArrowRight, Check, MapPin, UserX, Video, X } from 'lucide-react';
import { noteIdOf } from '../../../../sync/collections/appointment.ts';
import type { Answer, Note } from '../../../../sync/collections/note-body.ts';
import { answerElements, isProse } from '../../../../sync/domain/note-schema.ts';
import { noteSchemaOf } from '../../../../sync/domain/note-schemas.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { chartIdOf } from '../../../model/clients/client-name.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { noteOffer } from '../../../model/notes/note-offer.ts';
import { clockSpan, dateIn, duration, longDay, minutesBetween, zoneName, zonesDiffer } from '../../../lib/time.ts';
import { useGoneWords } from '../../../model/clients/use-access-end.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useUpTo } from '../../../lib/use-layout.ts';
import { readsClinical, useRoles } from '../../../model/people/use-roles.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import { statusFlags } from '../../../../sync/domain/appointment-status.ts';
import { CalendarFileButton } from '../../../model/sessions/calendar-file-button.tsx';
import { ChangeOnWay } from '../../../model/sessions/change-on-way.tsx';
import { useSessionOffices } from '../../../model/sessions/session-office.ts';
import { noteState, placeWord, requestState, sessionState } from '../../../model/sessions/session-words.ts';
import { billingWords, kindWords, priceWords } from '../../../model/sessions/plan-words.ts';
import { WishOfSession } from '../../../model/sessions/wish-of-session.tsx';
import { ApproveSession } from './approve-session.tsx';
import { useCalendarActs } from './calendar-acts.ts';
import { HeldQuestion } from './held-question.tsx';
import { LateFee } from './late-fee.tsx';
import { RefusedSession } from './refused-session.tsx';
import { SessionActions } from './session-actions.tsx';
import { SeriesLine } from './series-line.tsx';
import { RestoreSession } from './restore-session.tsx';
import { TransferState } from './transfer-state.tsx';
import styles from './session-detail.module.css';

/** One session: who, when, where, how it stands, and its note. */
export function SessionDetail() {
  const { appointmentId } = useParams({ from: '/pro-dashboard/schedule/$appointmentId' });
  const search = useSearch({ from: '/pro-dashboard/schedule' });
  const { sub, zone } = useMe();
  const now = useNow();
  const { tell } = useCalendarActs();
  // Where the day is not beside it, the session is the page.
  const Name = useUpTo('desk') ? 'h1' : 'h2';
  const session = useRecord('appointment', appointmentId);
  const note = useRecord('note', noteIdOf(appointmentId));
  const chartId = session.loading || !session.value ? null : chartIdOf(session.value);
  const name = useClientName(chartId);
  const roles = useRoles(session.loading ? null : (session.value?.scope ?? null));
  const offices = useSessionOffices(session.loading || !session.value ? [] : [session.value]);
  const gone = useGoneWords(null, {
    title: 'This session is not on this device',
    text: 'It may not have arrived yet, or you have no access to its chart.',
  });

  if (session.loading || (chartId !== null && name === null)) return null;
  if (!session.value || chartId === null || name === null) {
    return (
      <EmptyState
        title={gone.title}
        action={
          <Link to="/pro-dashboard/schedule" search={search} className={buttonClass()}>
            Back to the calendar
          </Link>
        }
      >
        {gone.text}
      </EmptyState>
    );
  }
  const { body } = session.value;
  const isOwn = body.clinician === sub;
  const today = dateIn(now, zone);
  const noteRecord = note.loading ? undefined : note.value;
  const state = sessionState(body, now);
  const written = noteState(noteRecord, body, now);
  const offer = noteOffer(noteRecord?.body, roles, isOwn);
  const requested = requestState(session.value);
  const cancelled = statusFlags(body.status).cancelled;
  const Place = body.place === 'telehealth' ? Video : MapPin;
  const office = offices.get(appointmentId);
  const preview = previewOf(noteRecord?.body);

  return (
    <article className={styles.detail} aria-label="Session">
      <header className={styles.head}>
        <Name className={styles.name}>
          <PersonName name={name} />
        </Name>
        <Link
          to="/pro-dashboard/schedule"
          search={search}
          className={styles.close}
          aria-label="Close session"
          resetScroll={false}
        >
          <X size={18} aria-hidden />
        </Link>
      </header>
      <p className={styles.when}>
        {longDay(dateIn(body.start, zone), today)}
        <br />
        {clockSpan(body, zone)} {zoneName(zone)}, {duration(minutesBetween(body.start, body.end))}
      </p>
      {zonesDiffer(body.zone, zone, body.start) ? (
        <p className={styles.soft}>
          Booked for {clockSpan(body, body.zone)} {zoneName(body.zone)}
        </p>
      ) : null}
      <p className={styles.facts}>
        <span>{body.appointment_type_label}</span>
        {body.sample ? <span>Sample</span> : null}
        {isOwn ? null : <PersonName name={body.clinician_name} />}
        <span className={styles.place}>
          <Place size={15} aria-hidden />
          <span>
            {placeWord[body.place]}
            {office ? (
              <>
                , <bdi>{office.office_name}</bdi>
              </>
            ) : null}
          </span>
        </span>
        {state ? (
          <StatusWord tone={state.tone} icon={state.icon}>
            {state.word}
          </StatusWord>
        ) : null}
        {requested ? (
          <StatusWord tone={requested.tone} icon={requested.icon}>
            {requested.word}
          </StatusWord>
        ) : null}
      </p>
      {body.kind || body.billing_type || body.price_cents !== undefined ? (
        <p className={styles.facts}>
          {body.kind ? <span>{kindWords[body.kind]}</span> : null}
          {body.price_cents === undefined ? null : <span>{priceWords(body.price_cents)}</span>}
          {body.billing_type ? <span>{billingWords[body.billing_type]}</span> : null}
        </p>
      ) : null}
      <SeriesLine session={session.value} zone={zone} now={now} />
      <ChangeOnWay key={appointmentId} session={session.value} />
      {body.held ? (
        <StatusWord tone="quiet" icon={Check}>
          It took place
        </StatusWord>
      ) : null}
      {body.absent ? (
        <StatusWord tone="quiet" icon={UserX}>
          The client did not come
        </StatusWord>
      ) : null}
      <SessionActions
        {...{ session: session.value, name, zone, now }}
        isSigned={noteRecord?.body.signed !== undefined}
      />
      {isOwn && !cancelled && !body.sample && body.start > now ? (
        <div>
          <CalendarFileButton {...{ session: session.value, now }} title="Busy" />
        </div>
      ) : null}
      {cancelled ? null : <ApproveSession key={`approve.${appointmentId}`} session={session.value} />}
      <WishOfSession
        key={`wish.${appointmentId}`}
        {...{ session: session.value, name, now }}
        onDone={(words) => tell({ words })}
      />
      <TransferState key={`transfer.${appointmentId}`} {...{ session: session.value, zone, now }} />
      {note.loading ? null : (
        <HeldQuestion
          key={`held.${appointmentId}`}
          {...{ session: session.value, now }}
          hasNote={noteRecord !== undefined}
        />
      )}
      <LateFee session={session.value} zone={zone} />
      <RefusedSession session={session.value} zone={zone} now={now} />
      {cancelled ? <RestoreSession session={session.value} hasNote={noteRecord !== undefined} /> : null}
      {offer === null || (cancelled && !noteRecord) ? null : (
        <section className={styles.note} aria-label="Note">
          <div className={styles.noteHead}>
            <h3>Note</h3>
            {written ? (
              <StatusWord tone={written.tone} icon={written.icon}>
                {written.word}
              </StatusWord>
            ) : null}
          </div>
          <p className={preview ? styles.preview : styles.soft}>
            {preview ?? 'Nothing written yet. Notes are kept on this device first, with or without a connection.'}
          </p>
          <Link
            to="/pro-dashboard/sessions/$appointmentId/note"
            params={{ appointmentId }}
            className={buttonClass(cancelled ? 'plain' : 'primary', true)}
          >
            {offer}
          </Link>
        </section>
      )}
      {readsClinical(roles, isOwn) && !cancelled && body.end > now ? (
        <Link to="/pro-dashboard/sessions/$appointmentId/before" params={{ appointmentId }} className={styles.chart}>
          Before the session
          <ArrowRight size={16} aria-hidden />
        </Link>
      ) : null}
      <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId }} className={styles.chart}>
        {readsClinical(roles, isOwn) ? 'Open chart' : 'Open client'}
        <ArrowRight size={16} aria-hidden />
      </Link>
    </article>
  );
}

function isText(answer: Answer | undefined): answer is string {
  return typeof answer === 'string' && answer.trim() !== '';
}

/** The first words of a note, for recognition. */
function previewOf(note: Note | undefined): string | null {
  if (!note) return null;
  const schema = noteSchemaOf(note);
  // Of a form that only a newer build knows: what comes first there.
  const prose = schema
    ? answerElements(schema)
        .filter(isProse)
        .map(({ field }) => field)
    : Object.keys(note.answers);
  const first = prose.map((field) => note.answers[field]).find(isText);
  if (!first) return null;
  return first.length > 220 ? `${first.slice(0, 220)}…` : first;
}
