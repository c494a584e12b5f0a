import { useMemo, useState } from 'react';
import { clientName } from '../clients/client-name.ts';
import { owedNotes, type OwedNote } from './owed.ts';
import { addDays, dateIn, startOfDate } from '../../lib/time.ts';
import { useOwnSessions } from '../sessions/use-own-sessions.ts';
import { useMe } from '../people/use-account.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRange, useRanges, useRecords } from '../../lib/use-records.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { membershipsIn } from '../../../sync/collections/membership.ts';
import { readsClinical } from '../people/use-roles.ts';
import type { Session } from '../sessions/use-own-sessions.ts';

/** So far back a session without any note is looked for; a note that was begun is found however old it is. */
export const owedDays = 60;

export interface NamedOwedNote extends OwedNote {
  readonly name: string;
}

export interface Owed {
  /** Oldest session first; at most as many as asked for. `null` until the replica has answered. */
  readonly notes: readonly NamedOwedNote[] | null;
  readonly total: number;
}

/** Notes that this person owes: not begun or not signed, of sessions that are over. */
export function useOwed(most: number): Owed {
  const { sub, zone } = useMe();
  const now = useNow();
  const today = dateIn(now, zone);
  const from = startOfDate(addDays(today, -owedDays), zone);
  const to = startOfDate(addDays(today, 1), zone);
  const sessions = useOwnSessions(addDays(today, -owedDays), owedDays + 1);
  const notes = useRange({ collection: 'note', index: 'session', from, to });
  const begun = useRange({ collection: 'note', index: 'unsigned', from: '', to: '~' });
  const theirs = useRecords('appointment', begun.loading ? [] : begun.value.map((note) => note.body.appointment_id));
  const unnoted = useMemo(() => {
    if (sessions.loading || notes.loading) return null;
    const noted = new Set(notes.value.map((note) => note.id));
    return sessions.value.filter(({ id }) => !noted.has(noteIdOf(id)));
  }, [sessions, notes]);
  // Of some hundred charts those few in which something may be owed.
  const scopes = useMemo(() => [...new Set((unnoted ?? []).map(({ scope }) => scope))], [unnoted]);
  const access = useRanges(scopes, (scope) => membershipsIn(sub, scope));
  const isAccessKnown = unnoted !== null && scopes.every((scope) => access.has(scope));
  // A chart more is added when it is known what one does in it; until then the list stays as it is.
  const [wasKnown, setWasKnown] = useState(false);
  if (isAccessKnown && !wasKnown) setWasKnown(true);
  const all = useMemo(() => {
    if (unnoted === null || begun.loading || !(isAccessKnown || wasKnown)) return null;
    if (!begun.value.every((note) => theirs.has(note.body.appointment_id))) return null;
    return owedNotes({
      sub,
      now,
      unnoted: unnoted.filter(mayNote(access)),
      begun: begun.value,
      sessionOf: (id) => theirs.get(id)?.body,
    });
  }, [sub, now, unnoted, isAccessKnown, wasKnown, begun, access, theirs]);
  const shown = all?.slice(0, most) ?? [];
  const cards = useRecords(
    'client_card',
    shown.map((note) => note.chartId),
  );
  if (all === null || !shown.every((note) => cards.has(note.chartId))) return { notes: null, total: 0 };
  return {
    total: all.length,
    notes: shown.map((note) => ({ ...note, name: clientName(cards.get(note.chartId)?.body) })),
  };
}

/** [CA-8] Who holds a session without access to its chart writes no note of it. */
function mayNote(access: ReadonlyMap<string, readonly SeenRecordOf<'membership'>[]>): (session: Session) => boolean {
  return ({ scope }) => {
    const held = access.get(scope)?.filter(({ body }) => body.ended === undefined);
    return (
      held !== undefined &&
      readsClinical(
        held.map(({ body }) => body.role),
        true,
      )
    );
  };
}
