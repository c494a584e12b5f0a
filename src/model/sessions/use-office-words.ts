import { officeIdOf, type OfficeCopy } from '../../../sync/collections/office-copy.ts';
import type { SeenRecord } from '../../../sync/client/api.ts';
import { useRecord, useRecords } from '../../lib/use-records.ts';
import type { OfficeWord } from './office-steps.ts';
import { officeOf } from './session-office.ts';
import type { Session } from './use-own-sessions.ts';

/** What is known here of the office of a session, and of those of its series that are not over. */
export interface OfficeWords {
  /** Where it is held until now, were it held in person. */
  readonly held: string | null;
  readonly own: ReadonlyMap<string, OfficeWord>;
  readonly ofSeries: OfficeWord | null;
}

/** Nothing is known of what the replica has not answered yet. */
export function useOfficeWords(session: Session, sessions: readonly Session[], now: string): OfficeWords {
  const { id, body } = session;
  const ids = [...new Set([id, ...sessions.filter((one) => one.body.end > now).map((one) => one.id)])];
  const records = useRecords('session_office', ids.map(officeIdOf));
  const series = useRecord('series_office', body.series ? officeIdOf(body.series.id) : null);
  const own = new Map(
    ids.flatMap((one) => {
      const record = records.get(officeIdOf(one));
      return record ? [[one, wordOf(record)] as const] : [];
    }),
  );
  const all = series.loading ? undefined : series.value;
  const meant = { ...body, place: 'office_location' } as const;
  const office = officeOf<OfficeCopy>(meant, records.get(officeIdOf(id))?.body, all?.body);
  return { held: office?.office_location_id ?? null, own, ofSeries: all ? wordOf(all) : null };
}

function wordOf({ body, stamps }: Pick<SeenRecord<OfficeCopy>, 'body' | 'stamps'>): OfficeWord {
  return { office: body.office_location_id, stamp: stamps['office_location_id'] ?? '' };
}
