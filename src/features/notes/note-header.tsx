import { Link } from '@tanstack/react-router';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { soapNote } from '../../../sync/domain/soap-note.ts';
import { clientName, type ClientCard } from '../../lib/client-name.ts';
import { clockSpan, dateIn, longDay, zoneName } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import styles from './note.module.css';

interface NoteHeaderProps {
  readonly appointmentId: string;
  readonly session: Appointment;
  readonly chartId: string | null;
  readonly card: ClientCard | undefined;
  readonly zone: string;
}

export function NoteHeader({ appointmentId, session, chartId, card, zone }: NoteHeaderProps) {
  const today = dateIn(useNow(), zone);
  const date = dateIn(session.start, zone);
  return (
    <header className={styles.header}>
      <p className={styles.kind}>{soapNote.title}</p>
      <h1>
        {chartId ? (
          <Link to="/pro-dashboard/patient-charts/$chartId" params={{ chartId }} className={styles.name}>
            {clientName(card)}
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
      </p>
    </header>
  );
}
