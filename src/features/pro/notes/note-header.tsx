import { Link } from '@tanstack/react-router';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import { BackLink } from '../../../lib/back-link.tsx';
import { cameFrom } from '../../../lib/came-from.ts';
import { clockSpan, dateIn, longDay, zoneName } from '../../../lib/time.ts';
import { usePhone } from '../../../lib/use-layout.ts';
import { useNow } from '../../../lib/use-now.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { NoteNeighbours } from './note-neighbours.tsx';
import styles from './note.module.css';

interface NoteHeaderProps {
  readonly appointmentId: string;
  readonly session: Appointment;
  readonly chartId: string | null;
  /** What the client is called. */
  readonly name: string;
  readonly zone: string;
  readonly scope: string;
  /** The key under which this note stands among the client's. */
  readonly noteStart: string;
  /** The form's name. */
  readonly title: string;
}

export function NoteHeader({ appointmentId, session, chartId, name, zone, scope, noteStart, title }: NoteHeaderProps) {
  const today = dateIn(useNow(), zone);
  const date = dateIn(session.start, zone);
  const phone = usePhone();
  return (
    <header className={styles.header}>
      <div className={styles.ways}>
        {phone ? null : <BackLink place={cameFrom()} className={styles.back} />}
        <NoteNeighbours scope={scope} sessionStart={noteStart} zone={zone} />
      </div>
      <p className={styles.kind}>{title}</p>
      <h1>
        {chartId ? (
          <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId }} className={styles.name}>
            <PersonName name={name} />
          </Link>
        ) : (
          'Client'
        )}
      </h1>
      <p className={styles.when}>
        <Link
          to="/pro-dashboard/schedule/$appointmentId"
          params={{ appointmentId }}
          search={{ date }}
          className={styles.quietLink}
        >
          {longDay(date, today)}, {clockSpan(session, zone)}
        </Link>
        <span>{zoneName(zone)}</span>
        <span>{session.appointment_type_label}</span>
        {session.sample ? <span>Sample</span> : null}
      </p>
    </header>
  );
}
