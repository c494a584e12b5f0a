import type { PendingChange } from '../../../../sync/client/api.ts';
import { changeName, newestPerField, noteParts } from './change-words.ts';

/** What waits as a person counts it: one note, one booking, with every change of it that is still on its way. */
export interface WaitingThing {
  readonly thing: string;
  /** In the order in which they were made; one text typed in several pauses once, as it stands now. */
  readonly changes: readonly PendingChange[];
}

/** [WK-1] As many as the indicator counts, each where its first change stood. */
export function waitingThings(pending: readonly PendingChange[]): readonly WaitingThing[] {
  const things = new Map<string, PendingChange[]>();
  for (const change of pending) things.set(change.thing, [...(things.get(change.thing) ?? []), change]);
  return [...things].map(([thing, changes]) => ({ thing, changes: newestPerField(changes) }));
}

/** `Note: Subjective, Plan`; what is no note goes by the names of its changes. */
export function thingName({ changes }: WaitingThing): string {
  if (!changes.every(({ name }) => name.startsWith('note.'))) {
    return unique(changes.map(({ name }) => changeName(name))).join(', ');
  }
  const parts = unique(changes.flatMap(noteParts));
  return parts.length === 0 ? 'Note' : `Note: ${parts.join(', ')}`;
}

/** What is said of the whole: what has not left yet comes first. */
export function thingState({ changes }: WaitingThing): PendingChange['state'] {
  const states = new Set(changes.map(({ state }) => state));
  if (states.has('waiting')) return 'waiting';
  return states.has('sent') ? 'sent' : 'unreadable';
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)];
}
