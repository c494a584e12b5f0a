import type { Instant } from '../../../sync/core/record.ts';
import { longestBlockMinutes } from '../../../sync/collections/blocked-interval.ts';
import { betweenRange } from '../../../sync/core/index-key.ts';
import { toInstant } from '../../../sync/core/instant.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { addDays, startOfDate } from '../../lib/time.ts';
import { useRanges, useRecords } from '../../lib/use-records.ts';
import type { Clinician } from '../people/clinicians.ts';
import { useMe } from '../people/use-account.ts';
import type { Schedule } from './use-schedule.ts';

/** A time of a colleague of which nothing is known here but that it is taken. */
export interface ShownBusy {
  /** Of the session or the block that it is told of. */
  readonly id: string;
  readonly body: {
    readonly clinician: string;
    readonly clinician_name: string;
    readonly start: Instant;
    readonly end: Instant;
    /** She blocked it; else a session of hers is there that this device does not hold. */
    readonly blocked: boolean;
  };
}

type BusyTime = SeenRecordOf<'busy_time'>;
const none: readonly ShownBusy[] = [];

/**
 * What takes the time of those whose calendar is shown, in so many days of one's zone and by start, beside the sessions that this device
 * holds: what they have blocked, and sessions that lie elsewhere. Never why; nobody's in a calendar that is one's own.
 */
export function useBusyShown(
  { clinicians, everybodys }: Schedule,
  fromDate: string,
  days: number,
): readonly ShownBusy[] {
  const { sub, zone } = useMe();
  const [from, to] = [startOfDate(fromDate, zone), startOfDate(addDays(fromDate, days), zone)];
  const all = clinicians?.all ?? [];
  const chosen = clinicians?.chosen ?? [];
  const shown = all.filter(({ id }) => id !== sub && (chosen.length === 0 || chosen.includes(id)));
  const told = useBusyOf(shown, from, to).filter(({ body }) => !body.free && body.end > from && body.start < to);
  const held = new Set(everybodys.map(({ id }) => id));
  // One that lies on other days here is held as well: what was moved on this device is not told twice.
  const unsure = told.filter(({ id, body }) => body.blocked !== true && !held.has(sourceOf(id)));
  const elsewhere = useRecords(
    'appointment',
    unsure.map(({ id }) => sourceOf(id)),
  );
  const names = new Map(shown.map(({ id, name }) => [id, name]));
  const found = told.flatMap(({ id, body: { clinician, start, end, blocked = false } }): readonly ShownBusy[] => {
    const source = sourceOf(id);
    const isUnheld = !held.has(source) && elsewhere.has(source) && elsewhere.get(source) === undefined;
    if (!blocked && !isUnheld) return [];
    return [{ id: source, body: { clinician, clinician_name: names.get(clinician) ?? '', start, end, blocked } }];
  });
  return found.length === 0 ? none : found.toSorted((one, other) => (one.body.start < other.body.start ? -1 : 1));
}

const sourceOf = (busyId: string): string => busyId.slice('busy.'.length);

/** The busy times of several colleagues; the first answers come together. */
function useBusyOf(clinicians: readonly Clinician[], from: Instant, to: Instant): readonly BusyTime[] {
  const early = toInstant(Date.parse(from) - longestBlockMinutes * 60_000);
  const found = useRanges(
    clinicians.map(({ id }) => id),
    (id) => ({ collection: 'busy_time', index: 'clinician_start', ...betweenRange([id], early, to) }),
  );
  return [...found.values()].flat();
}
