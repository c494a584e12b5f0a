import { Link, useParams } from '@tanstack/react-router';
import { noteIdOf, type Appointment } from '../../../../sync/collections/appointment.ts';
import { idOfScope } from '../../../../sync/collections/classes.ts';
import type { SeenRecord } from '../../../../sync/client/api.ts';
import { proposalsIn } from '../../../../sync/collections/person-proposal.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { BackLink } from '../../../lib/back-link.tsx';
import { cameFrom } from '../../../lib/came-from.ts';
import { clockSpan, dateIn, longDay, zoneName } from '../../../lib/time.ts';
import { usePhone } from '../../../lib/use-layout.ts';
import { useNow } from '../../../lib/use-now.ts';
import { useRange, useRecord } from '../../../lib/use-records.ts';
import { useClientName } from '../../../model/clients/use-client-names.ts';
import { useViewLog } from '../../../model/clients/use-view-log.ts';
import { noteOffer } from '../../../model/notes/note-offer.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { readsClinical, useKnownRoles } from '../../../model/people/use-roles.ts';
import { groupsOf } from '../../../model/profile/told-groups.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { BeforeCalls } from './before-calls.tsx';
import { BeforeNotes } from './before-notes.tsx';
import { notesBefore } from '../../../model/notes/last-said.ts';
import { WhereClient } from './where-client.tsx';
import styles from './before.module.css';

/** One page to look at before a session begins: whom to call, what was planned, who is at risk, what is owed. All of it lies on this device. */
export function BeforePage() {
  const { appointmentId } = useParams({ from: '/pro-dashboard/sessions/$appointmentId/before' });
  const session = useRecord('appointment', appointmentId);
  if (session.loading) return <Skeleton lines={6} label="Opening the session" />;
  if (!session.value)
    return (
      <EmptyState title="This session is not on this device">
        It may not have arrived yet, or you have no access to it.
      </EmptyState>
    );
  return <Before key={appointmentId} session={session.value} />;
}

function Before({ session }: { readonly session: SeenRecord<Appointment> }) {
  const { sub, zone } = useMe();
  const now = useNow();
  const phone = usePhone();
  const { scope, body } = session;
  const chartId = idOfScope(scope);
  const name = useClientName(chartId);
  const roles = useKnownRoles(scope);
  const people = useRange({ collection: 'chart_person', index: 'chart', ...prefixRange(chartId) });
  const notes = useRange({ collection: 'note', index: 'scope_session', ...prefixRange(scope) });
  const sessions = useRange({ collection: 'appointment', index: 'scope_start', ...prefixRange(scope) });
  const own = useRecord('note', noteIdOf(session.id));
  const told = useRange(proposalsIn(chartId));
  const isOwn = body.clinician === sub;
  const reads = roles !== null && readsClinical(roles, isOwn);
  useViewLog(reads ? chartId : null);
  if (
    roles === null ||
    name === null ||
    people.loading ||
    notes.loading ||
    own.loading ||
    told.loading ||
    sessions.loading
  )
    return <Skeleton lines={6} label="Opening the session" />;
  const today = dateIn(now, zone);
  const date = dateIn(body.start, zone);
  const earlier = notesBefore(
    notes.value.map((note) => note.body),
    {
      appointmentId: session.id,
      start: body.start,
      starts: new Map(sessions.value.map((one) => [one.id, one.body.start])),
    },
  );
  const offer = noteOffer(own.value?.body, roles, isOwn);
  const isToldAnew = people.value.some((person) =>
    groupsOf(person.body, told.value.find(({ id }) => id === person.id)?.body.told ?? {}).some(
      ({ state }) => state === 'open',
    ),
  );
  return (
    <article className={styles.page} aria-label="Before the session">
      <header className={styles.header}>
        {phone ? null : <BackLink place={cameFrom()} className={styles.back} />}
        <p className={styles.kind}>Before the session</p>
        <h1>
          <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId }} className={styles.name}>
            <PersonName name={name} />
          </Link>
        </h1>
        <p className={styles.when}>
          {longDay(date, today)}, {clockSpan(body, zone)} {zoneName(zone)} · {body.appointment_type_label}
        </p>
      </header>
      {reads ? <BeforeNotes notes={earlier} start={body.start} sub={sub} zone={zone} today={today} /> : null}
      <BeforeCalls people={people.value} place={body.place} />
      {body.place === 'telehealth' && roles.includes('treating') && body.sample === undefined ? (
        <WhereClient
          appointmentId={session.id}
          seriesId={body.series?.id}
          day={dateIn(body.start, body.zone)}
          isOwn={isOwn}
        />
      ) : null}
      {isToldAnew ? (
        <p className={styles.told}>
          <PersonName name={name} /> told you something new about themselves.{' '}
          <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId }}>
            See it in the chart
          </Link>
        </p>
      ) : null}
      {offer === null ? null : (
        <Link
          to="/pro-dashboard/sessions/$appointmentId/note"
          params={{ appointmentId: session.id }}
          className={buttonClass('primary', true)}
        >
          {offer}
        </Link>
      )}
    </article>
  );
}
