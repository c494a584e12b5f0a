import { prefixRange, betweenRange } from '../../sync/core/index-key.ts';
import { chartIdOf, clientName } from '../lib/client-name.ts';
import { matchesName } from '../lib/match-name.ts';
import { addDays, clockTime, dateIn, relativeDay, startOfDate } from '../lib/time.ts';
import { useMe } from '../lib/use-account.ts';
import { useNow } from '../lib/use-now.ts';
import { useRange } from '../lib/use-records.ts';
import { owedWords } from '../lib/owed-words.ts';
import { useOwed } from '../lib/use-owed.ts';

export interface PaletteItem {
  readonly kind: 'client' | 'session' | 'note';
  readonly id: string;
  readonly name: string;
  readonly hint: string;
}

/** What the palette offers: without a query today's sessions and open notes, with one also every client. */
export function usePaletteItems(query: string): readonly PaletteItem[] {
  const { sub, zone, practiceId } = useMe();
  const today = dateIn(useNow(), zone);
  const cards = useRange(
    practiceId === '' ? null : { collection: 'client_card', index: 'practice', ...prefixRange(practiceId) },
  );
  const sessions = useRange(
    sub === ''
      ? null
      : {
          collection: 'appointment',
          index: 'clinician_start',
          ...betweenRange([sub], startOfDate(today, zone), startOfDate(addDays(today, 1), zone)),
        },
  );
  const { notes } = useOwed(20);
  const nameById = new Map((cards.loading ? [] : cards.value).map((card) => [card.id, clientName(card.body)]));
  const todays = (sessions.loading ? [] : sessions.value).map((session): PaletteItem => ({
    kind: 'session',
    id: session.id,
    name: nameById.get(chartIdOf(session)) ?? 'Client',
    hint: `Session today, ${clockTime(session.body.start, zone)}`,
  }));
  const open = (notes ?? []).map((note): PaletteItem => ({
    kind: 'note',
    id: note.appointmentId,
    name: note.name,
    hint: `${owedWords[note.state].word} · ${relativeDay(dateIn(note.sessionStart, zone), today)}`,
  }));
  if (query.trim() === '') return [...todays, ...open];
  const clients = [...nameById].map(([id, name]): PaletteItem => ({ kind: 'client', id, name, hint: 'Patient' }));
  return [...clients, ...todays, ...open].filter((item) => matchesName(item.name, query));
}
