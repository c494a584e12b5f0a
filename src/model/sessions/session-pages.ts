import { compareText } from '../../../sync/core/compare-text.ts';
import type { RangeQuery } from '../../lib/model.ts';
import type { Session } from './use-own-sessions.ts';

/** So many sessions are read at once. */
export const sessionPageSize = 100;

/** Sessions as far as they were read, the earliest first. */
export interface SessionPages {
  readonly sessions: readonly Session[];
  /** A page came back shorter than it might have been: nothing lies before these. */
  readonly isWhole: boolean;
}

export const noPages: SessionPages = { sessions: [], isWhole: false };

/** Which sessions: index keys `from <= key < to`, whose last part is their start. */
export type SessionRange = Pick<RangeQuery<'appointment'>, 'collection' | 'index' | 'from' | 'to'> & {
  readonly keyOf: (session: Session) => string;
};

/**
 * [S-278] The question for the page before what was read; null once one came back short. Several begin at one moment: those that
 * begin with the earliest are asked for again, and the page is longer by as many, so that it always brings what is new.
 */
export function askBefore(
  { sessions, isWhole }: SessionPages,
  { keyOf, ...range }: SessionRange,
): (RangeQuery<'appointment'> & { readonly limit: number }) | null {
  if (isWhole) return null;
  const [earliest] = sessions;
  if (!earliest) return { ...range, limit: sessionPageSize, reverse: true };
  const key = keyOf(earliest);
  const again = sessions.filter((session) => keyOf(session) === key).length;
  return { ...range, to: `${key}~`, limit: sessionPageSize + again, reverse: true };
}

/** [S-278] The pages with one more, that was asked for with this limit. */
export function withPage(pages: SessionPages, page: readonly Session[], limit: number): SessionPages {
  return { sessions: mergeSessions(pages.sessions, page), isWhole: page.length < limit };
}

/** [S-279] Two pages as one, by start: each session once, in its newest version; of the same version what was read last. */
export function mergeSessions(held: readonly Session[], page: readonly Session[]): readonly Session[] {
  const merged = new Map(held.map((session) => [session.id, session]));
  for (const session of page) {
    const known = merged.get(session.id);
    if (!known || known.version <= session.version) merged.set(session.id, session);
  }
  return [...merged.values()].toSorted(
    (one, other) => compareText(one.body.start, other.body.start) || compareText(one.id, other.id),
  );
}
