import { expect, test } from 'vitest';
import { indexKey } from '../../../sync/core/index-key.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { askBefore, mergeSessions, noPages, sessionPageSize, withPage, type SessionRange } from './session-pages.ts';
import type { Session } from './use-own-sessions.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const one = (id: string, start: string, version = 1): Session => ({ ...sessionOf(id, { start }), version });
const range: SessionRange = {
  collection: 'appointment',
  index: 'clinician_start',
  from: 'p1|',
  to: 'p1|2027',
  keyOf: ({ body }) => indexKey(body.clinician, body.start),
};

/** A device that holds these, and how many each question brought. */
function readAll(held: readonly Session[]) {
  const brought: number[] = [];
  let pages = noPages;
  for (;;) {
    const asked = askBefore(pages, range);
    if (asked === null) return { brought, pages };
    if (brought.length > 20) throw new Error('it never stops');
    const found = held
      .filter((session) => range.keyOf(session) >= asked.from && range.keyOf(session) < asked.to)
      .toSorted((a, b) => (range.keyOf(a) < range.keyOf(b) ? 1 : -1))
      .slice(0, asked.limit);
    brought.push(found.length);
    pages = withPage(pages, found, asked.limit);
  }
}

test('[S-278] a page of 100 is followed by another question; one of 37 by none', () => {
  expect(sessionPageSize).toBe(100);
  const first = withPage(
    noPages,
    Array.from({ length: 100 }, (_, index) => one(`a${index}`, at(index + 50))),
    100,
  );
  const asked = askBefore(first, range);
  expect(asked).toMatchObject({ reverse: true, from: 'p1|', to: `p1|${at(50)}~`, limit: 101 });
  const second = withPage(
    first,
    Array.from({ length: 37 }, (_, index) => one(`b${index}`, at(index))),
    101,
  );
  expect(askBefore(second, range)).toBeNull();
  expect(second.sessions).toHaveLength(137);
});

test('[S-278] all of 137 are read by two questions, the earliest first, and of none by one', () => {
  const held = Array.from({ length: 137 }, (_, index) => one(`s${index}`, at(index)));
  const { brought, pages } = readAll(held);
  // The earliest of the first page comes again with the second.
  expect(brought).toEqual([100, 38]);
  expect(pages.sessions).toEqual(held);
  expect(readAll([])).toEqual({ brought: [0], pages: { sessions: [], isWhole: true } });
});

test('[S-278] more sessions than a page at one moment are read all the same', () => {
  const held = Array.from({ length: 320 }, (_, index) => one(`s${String(index).padStart(3, '0')}`, at(0)));
  expect(readAll(held).pages.sessions).toHaveLength(320);
});

test('[S-279] overlapping pages hold each session once, in its newest version, by start', () => {
  const first = [one('b', at(2), 3), one('c', at(3), 1)];
  const second = [one('a', at(1)), one('b', at(9), 2), one('c', at(0), 2)];
  expect(mergeSessions(first, second).map(({ id, version, body }) => [id, version, body.start])).toEqual([
    ['c', 2, at(0)],
    ['a', 1, at(1)],
    ['b', 3, at(2)],
  ]);
});

test('[S-279] of the same version what was read last is shown: a change here that waits is one', () => {
  const waiting = { ...one('a', at(1)), pending: true };
  expect(mergeSessions([one('a', at(1))], [waiting])).toEqual([waiting]);
});
