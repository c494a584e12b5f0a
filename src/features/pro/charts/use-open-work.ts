import { noteIdOf } from '../../../../sync/collections/appointment.ts';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import type { BodyOf } from '../../../lib/model.ts';
import { useRange, useRecords, type Records } from '../../../lib/use-records.ts';
import { openWork, type OpenWork } from './open-work.ts';

/** What is open in a chart, and the notes of its sessions; null until the replica has answered. */
export function useOpenWork(
  chartId: string,
  now: string,
): (OpenWork & { readonly notes: Records<BodyOf<'note'>> }) | null {
  const loaded = useRange({ collection: 'appointment', index: 'scope_start', ...prefixRange(chartScope(chartId)) });
  const sessions = loaded.loading ? [] : loaded.value;
  const notes = useRecords(
    'note',
    sessions.map((session) => noteIdOf(session.id)),
  );
  if (loaded.loading || !sessions.every(({ id }) => notes.has(noteIdOf(id)))) return null;
  return { ...openWork(sessions, notes, now), notes };
}
