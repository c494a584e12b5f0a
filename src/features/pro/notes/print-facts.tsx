import type { Note } from '../../../../sync/collections/note-body.ts';
import type { ClientCard } from '../../../model/clients/client-name.ts';
import { clockSpan, dateIn, fullDate, zoneName } from '../../../lib/time.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import styles from './print-facts.module.css';

interface PrintFactsProps {
  /** What the client is called. */
  readonly name: string;
  readonly card: ClientCard | undefined;
  readonly session: { readonly start: string; readonly end: string; readonly appointment_type_label: string };
  readonly note: Note;
  readonly zone: string;
}

/** On paper a note stands alone: whose it is, of which session, by whom. On screen the page around it says so. */
export function PrintFacts({ name, card, session, note, zone }: PrintFactsProps) {
  return (
    <dl className={styles.facts} data-testid="print-facts">
      <div>
        <dt>Client</dt>
        <dd>
          <PersonName name={name} />
          {card?.preferred_first_name ? (
            <>
              {' '}
              (<PersonName name={`${card.first_name} ${card.last_name}`} />)
            </>
          ) : null}
        </dd>
      </div>
      <div>
        <dt>Born</dt>
        <dd>{card?.dob ? fullDate(card.dob) : 'Not recorded'}</dd>
      </div>
      <div>
        <dt>Session</dt>
        <dd>
          {fullDate(dateIn(session.start, zone))}, {clockSpan(session, zone)} {zoneName(zone)},{' '}
          {session.appointment_type_label}
        </dd>
      </div>
      <div>
        <dt>Author</dt>
        <dd>
          <PersonName name={note.author_name} />
        </dd>
      </div>
    </dl>
  );
}
