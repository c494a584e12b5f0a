import { officeIdOf } from '../../../sync/collections/office-copy.ts';
import { useRecord } from '../../lib/use-records.ts';
import type { OfficeWord } from './say-office.ts';
import { officeOf } from './session-office.ts';
import type { Session } from './use-own-sessions.ts';

/** What is said here of the office of a session, were it held in person; null: nothing, or nothing that holds for whom it is with. */
export function useOfficeWord({ id, body }: Session): OfficeWord | null {
  const said = useRecord('session_office', officeIdOf(id));
  const record = said.loading ? undefined : said.value;
  const office = officeOf({ ...body, place: 'office_location' }, record?.body);
  return record && office
    ? { office: office.office_location_id, stamp: record.stamps['office_location_id'] ?? '' }
    : null;
}
