import type { Appointment } from '../../../sync/collections/appointment.ts';
import { officeIdOf, type OfficeCopy } from '../../../sync/collections/office-copy.ts';
import { useRecords } from '../../lib/use-records.ts';
import type { Session } from './use-own-sessions.ts';

type Meant = Pick<Appointment, 'place' | 'clinician'>;

/**
 * [CA-13] In which office a session is held; null of one that is not held in person, and where nobody has said it. An office of somebody else, who held
 * the session before, is none. Pure.
 */
export function officeOf<Office extends Pick<OfficeCopy, 'clinician'>>(
  { place, clinician }: Meant,
  said: Office | undefined,
): Office | null {
  return place === 'office_location' && said?.clinician === clinician ? said : null;
}

/** The offices of sessions, by their ids, as far as they are known here; nothing of those that are held in none. */
export function useSessionOffices(sessions: readonly Pick<Session, 'id' | 'body'>[]): ReadonlyMap<string, OfficeCopy> {
  const asked = sessions.filter(({ body }) => body.place === 'office_location');
  const said = useRecords(
    'session_office',
    asked.map(({ id }) => officeIdOf(id)),
  );
  return new Map(
    asked.flatMap(({ id, body }) => {
      const office = officeOf<OfficeCopy>(body, said.get(officeIdOf(id))?.body);
      return office ? [[id, office] as const] : [];
    }),
  );
}

/** The lines of an address as an envelope has them; none where nothing is known. */
export function addressLines(office: Omit<OfficeCopy, 'modify_datetime'>): readonly string[] {
  const land = [office.office_state, office.office_zipcode].filter((part) => part !== '').join(' ');
  const town = [office.office_city, land].filter((part) => part !== '').join(', ');
  return [office.office_address_line1, office.office_address_line2, town].filter((line) => line !== '');
}
