import { expect, test } from 'vitest';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { dayLanes, widestOf } from './day-lanes.ts';

const at = (id: string, clinician: string, from: string, until: string) =>
  sessionOf(id, { clinician, start: `2026-11-21T${from}:00.000Z`, end: `2026-11-21T${until}:00.000Z` });

const lanesOf = (sessions: readonly ReturnType<typeof at>[]) =>
  Object.fromEntries(
    [...dayLanes(sessions, ['maya', 'daniel'])].map(([id, { index, of }]) => [id, `${index} of ${of}`]),
  );

test('sessions of two at the same time stand side by side, in the order of the clinicians; one alone has the whole width', () => {
  expect(
    lanesOf([
      at('d', 'daniel', '09:00', '09:50'),
      at('m', 'maya', '09:00', '09:50'),
      at('alone', 'daniel', '10:00', '10:50'),
    ]),
  ).toEqual({ m: '0 of 2', d: '1 of 2', alone: '0 of 1' });
});

test('a clinician keeps a lane as long as one follows from the other', () => {
  expect(
    lanesOf([
      at('m1', 'maya', '09:00', '10:00'),
      at('d1', 'daniel', '09:30', '10:30'),
      at('m2', 'maya', '10:00', '11:00'),
      at('d2', 'daniel', '10:30', '11:30'),
    ]),
  ).toEqual({ m1: '0 of 2', d1: '1 of 2', m2: '0 of 2', d2: '1 of 2' });
});

test('one clinician’s cancelled session and the one that took its place stand side by side too', () => {
  expect(lanesOf([at('a', 'maya', '09:00', '09:50'), at('b', 'maya', '09:00', '09:50')])).toEqual({
    a: '0 of 2',
    b: '1 of 2',
  });
});

test('a short one is drawn longer than it is, and nothing lies below it', () => {
  expect(lanesOf([at('short', 'maya', '09:00', '09:10'), at('next', 'maya', '09:15', '10:00')])).toEqual({
    short: '0 of 2',
    next: '1 of 2',
  });
});

test('what ends when the next begins is not beside it', () => {
  expect(widestOf(dayLanes([at('a', 'maya', '09:00', '10:00'), at('b', 'daniel', '10:00', '11:00')], []))).toBe(1);
  expect(widestOf(new Map())).toBe(1);
});

test('no two that share a moment are in one lane, whatever the day', () => {
  let seed = 7;
  const below = (limit: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  const clock = (minute: number): string =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  for (let day = 0; day < 200; day += 1) {
    const sessions = Array.from({ length: 1 + below(14) }, (_, index) => {
      const start = 8 * 60 + below(9 * 60);
      return at(`s${index}`, `p${below(4)}`, clock(start), clock(start + 5 + below(110)));
    });
    const lanes = dayLanes(sessions, ['p0', 'p1', 'p2', 'p3']);
    expect(lanes.size).toBe(sessions.length);
    for (const one of sessions) {
      const mine = lanes.get(one.id);
      expect(mine && mine.index < mine.of).toBe(true);
      for (const other of sessions) {
        const theirs = lanes.get(other.id);
        if (one === other || one.body.start >= other.body.end || other.body.start >= one.body.end) continue;
        expect([theirs?.of, theirs?.index === mine?.index]).toEqual([mine?.of, false]);
      }
    }
  }
});
