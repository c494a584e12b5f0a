import { occurrenceIdOf } from '../../../sync/collections/appointment.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { useGroups, useRecords } from '../../lib/use-records.ts';
import { chartIdOf } from '../clients/client-name.ts';
import { useClientNames } from '../clients/use-client-names.ts';
import { useMe } from '../people/use-account.ts';
import { useClinicians } from '../people/use-clinicians.ts';
import { useWorkKind } from '../people/use-work-kind.ts';
import type { Session } from './use-own-sessions.ts';

export interface Unplaced {
  readonly record: SeenRecordOf<'unplaced_session'>;
  readonly name: string;
  /** The session itself, where it stands at the time that it had before. */
  readonly session: Session | undefined;
}

/** [CA-9] Sessions of a series that wait for a time, by the time that was wanted: one's own, for the front desk those of its practice. */
export function useUnplaced(): readonly Unplaced[] {
  const { sub } = useMe();
  const isDesk = useWorkKind() === 'desk';
  const clinicians = useClinicians(isDesk);
  const whose = isDesk ? (clinicians.loading ? [] : clinicians.value.all.map(({ id }) => id)) : [sub];
  const groups = useGroups('unplaced_session', 'waiting', whose);
  const records = whose.flatMap((id) => groups.get(id) ?? []);
  const idOf = (record: Unplaced['record']): string => occurrenceIdOf(record.body.series.id, record.body.series.date);
  const sessions = useRecords('appointment', records.map(idOf));
  const names = useClientNames(records.map(chartIdOf));
  return records
    .flatMap((record) => {
      const name = names.get(chartIdOf(record));
      return name === undefined ? [] : [{ record, name, session: sessions.get(idOf(record)) }];
    })
    .toSorted((one, other) => (one.record.body.start < other.record.body.start ? -1 : 1));
}
