import type { Appointment } from '../../../sync/collections/appointment.ts';
import { officeIdOf, type OfficeCopy } from '../../../sync/collections/office-copy.ts';
import { useRecords } from '../../lib/use-records.ts';
import type { Session } from './use-own-sessions.ts';

type Meant = Pick<Appointment, 'place' | 'clinician'>;

/**
 * [CA-13] In which office a session is held, by its own word or else by that of its series; null of one that is not held in person, and where nobody
 * has said it. An office of somebody else, who held the session before, is none. Pure.
 */
export function officeOf<Office extends Pick<OfficeCopy, 'clinician'>>(
  { place, clinician }: Meant,
  own: Office | undefined,
  ofSeries: Office | undefined,
): Office | null {
  if (place !== 'office_location') return null;
  return [own, ofSeries].find((one) => one?.clinician === clinician) ?? null;
}

/** The offices of sessions, by their ids, as far as they are known here; nothing of those that are held in none. */
export function useSessionOffices(sessions: readonly Pick<Session, 'id' | 'body'>[]): ReadonlyMap<string, OfficeCopy> {
  const asked = sessions.filter(({ body }) => body.place === 'office_location');
  const own = useRecords(
    'session_office',
    asked.map(({ id }) => officeIdOf(id)),
  );
  const all = useRecords('series_office', asked.map(seriesOfficeIdOf));
  return new Map(
    asked.flatMap((session) => {
      const { id, body } = session;
      const ownId = officeIdOf(id);
      const seriesId = seriesOfficeIdOf(session);
      // Nothing is said of one before both words have been read.
      if (!own.has(ownId) || (seriesId !== '' && !all.has(seriesId))) return [];
      const office = officeOf<OfficeCopy>(body, own.get(ownId)?.body, all.get(seriesId)?.body);
      return office ? [[id, office] as const] : [];
    }),
  );
}

function seriesOfficeIdOf({ body: { series } }: Pick<Session, 'body'>): string {
  return series ? officeIdOf(series.id) : '';
}

/** The lines of an address as an envelope has them; none where nothing is known. */
export function addressLines(office: Omit<OfficeCopy, 'modify_datetime'>): readonly string[] {
  const land = [office.office_state, office.office_zipcode].filter((part) => part !== '').join(' ');
  const town = [office.office_city, land].filter((part) => part !== '').join(', ');
  return [office.office_address_line1, office.office_address_line2, town].filter((line) => line !== '');
}
