import type { Note } from '../../sync/collections/note-body.ts';
import type { SeenRecord } from '../../sync/client/api.ts';
import { chartIdOf, clientName, type ClientCard } from './client-name.ts';
import { useRange, useRecords } from './use-records.ts';

export interface UnsignedNote {
  readonly appointmentId: string;
  readonly name: string;
  readonly sessionStart: string;
  readonly twoVersions: boolean;
}

export interface Unsigned {
  /** Newest session first; at most as many as asked for. `null` until the replica has answered. */
  readonly notes: readonly UnsignedNote[] | null;
  readonly total: number;
}

/** Notes that were begun and not signed. */
export function useUnsigned(most: number): Unsigned {
  const loaded = useRange<Note>({ collection: 'note', index: 'unsigned', from: '', to: '~', reverse: true });
  const all: readonly SeenRecord<Note>[] = loaded.loading ? [] : loaded.value;
  const shown = all.slice(0, most);
  const cards = useRecords<ClientCard>('client_card', shown.map(chartIdOf));
  if (loaded.loading || !shown.every((note) => cards.has(chartIdOf(note)))) return { notes: null, total: 0 };
  return {
    total: all.length,
    notes: shown.map((note) => ({
      appointmentId: note.body.appointment_id,
      name: clientName(cards.get(chartIdOf(note))?.body),
      sessionStart: note.body.session_start,
      twoVersions: note.body.others.length > 0,
    })),
  };
}
