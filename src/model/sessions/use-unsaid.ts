import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { mayBeMissed } from '../../../sync/domain/missed-session.ts';
import { addDays, dateIn } from '../../lib/time.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRecords } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';
import { useOwnSessions, type Session } from './use-own-sessions.ts';

/** So far back is looked. */
const days = 15;

/** One's own sessions of the last days of which there is neither a note nor a word that they took place, oldest first; null until that is known. */
export function useUnsaid(): readonly Session[] | null {
  const { zone } = useMe();
  const now = useNow();
  const sessions = useOwnSessions(addDays(dateIn(now, zone), -days), days + 1);
  const asked = sessions.loading ? [] : sessions.value.filter(({ body }) => mayBeMissed(body, now, false));
  const notes = useRecords(
    'note',
    asked.map(({ id }) => noteIdOf(id)),
  );
  if (sessions.loading || !asked.every(({ id }) => notes.has(noteIdOf(id)))) return null;
  return asked.filter(({ id, body }) => mayBeMissed(body, now, notes.get(noteIdOf(id)) !== undefined));
}
