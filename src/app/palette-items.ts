import { useRouter } from '@tanstack/react-router';
import { sampleIdsOf } from '../../sync/collections/sample.ts';
import { prefixRange } from '../../sync/core/index-key.ts';
import { chartIdOf, clientName, type ClientCard } from '../model/clients/client-name.ts';
import { commandsOf, type Command } from './dashboard-routes.ts';
import { matchesName } from '../lib/match-name.ts';
import { clockTime, dateIn, relativeDay } from '../lib/time.ts';
import { useCalendar } from '../model/sessions/use-own-sessions.ts';
import { useMe } from '../model/people/use-account.ts';
import type { WorkKind } from '../model/people/use-work-kind.ts';
import { useNow } from '../lib/use-now.ts';
import { useRange } from '../lib/use-records.ts';
import { owedWords } from '../model/notes/owed-words.ts';
import { useOwed } from '../model/notes/use-owed.ts';

/** Somebody, or what is named after them. */
interface FoundItem {
  readonly kind: 'client' | 'session' | 'note';
  readonly id: string;
  readonly name: string;
  readonly hint: string;
}

interface CommandItem extends Omit<Command, 'kind'> {
  readonly kind: 'command';
}

export type PaletteItem = FoundItem | CommandItem;

/** What the palette offers: without a query today's sessions, open notes and commands, with one also every client. */
export function usePaletteItems(query: string, work: WorkKind | null): readonly PaletteItem[] {
  const { sub, zone, practiceId } = useMe();
  const today = dateIn(useNow(), zone);
  const cards = useRange(
    practiceId === '' ? null : { collection: 'client_card', index: 'practice', ...prefixRange(practiceId) },
  );
  const { sessions } = useCalendar(today, 1);
  const { notes } = useOwed(20);
  // [SD-1] What a clinician looks around with is found by nobody else.
  const isFound = (card: { readonly id: string; readonly body: ClientCard }): boolean =>
    card.body.sample === undefined || card.id === sampleIdsOf(sub).chart;
  const found = cards.loading ? [] : cards.value.filter(isFound);
  const nameById = new Map(found.map((card) => [card.id, clientName(card.body)]));
  const todays = (sessions.loading ? [] : sessions.value).map((session): FoundItem => ({
    kind: 'session',
    id: session.id,
    name: nameById.get(chartIdOf(session)) ?? 'Client',
    hint: `Session today, ${clockTime(session.body.start, zone)}`,
  }));
  const open = (notes ?? []).map((note): FoundItem => ({
    kind: 'note',
    id: note.appointmentId,
    name: note.name,
    hint: `${owedWords[note.state].word} · ${relativeDay(dateIn(note.sessionStart, zone), today)}`,
  }));
  const commands = commandsOf(useRouter(), 'pro')
    .filter(({ kind = work }) => kind === work)
    .map(({ to, words }): CommandItem => ({ kind: 'command', to, words }));
  if (query.trim() === '') return [...todays, ...open, ...commands];
  const clients = [...nameById].map(([id, name]): FoundItem => ({ kind: 'client', id, name, hint: 'Patient' }));
  return [
    ...[...clients, ...todays, ...open].filter((item) => matchesName(item.name, query)),
    ...commands.filter((command) => matchesName(command.words, query)),
  ];
}
