import { statusFlags } from '../../../sync/domain/appointment-status.ts';
import type { Session } from './use-own-sessions.ts';

/** The sessions that take place: what a day, a week and the home page count alike. */
export function standing<Some extends Pick<Session, 'body'>>(sessions: readonly Some[]): readonly Some[] {
  return sessions.filter(({ body }) => !statusFlags(body.status).cancelled);
}

/** [SD-1] Those of them that are anybody's: a sample counts nowhere. */
export function counted<Some extends Pick<Session, 'body'>>(sessions: readonly Some[]): readonly Some[] {
  return standing(sessions).filter(({ body }) => body.sample === undefined);
}

/** `6 sessions`, `2 of 6 sessions`, `No sessions`; with the cancelled ones that are shown, `2 of 6 sessions, 1 cancelled`. */
export function countWords(shown: readonly Session[], all: readonly Session[]): string {
  const [count, total] = [counted(shown).length, counted(all).length];
  const cancelled = shown.filter(({ body }) => body.sample === undefined).length - count;
  const words = total === 1 ? '1 session' : `${total} sessions`;
  const told = count === total ? (total === 0 ? 'No sessions' : words) : `${count} of ${words}`;
  return cancelled === 0 ? told : `${told}, ${cancelled} cancelled`;
}
