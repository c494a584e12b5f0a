import 'temporal-polyfill/global';
import { expect, test } from 'vitest';
import type { SessionWish } from '../../../sync/collections/session-wish.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { askedWords, clockThere, isWishShown, timeTaken, wishedTimeWords, wishStanding } from './wish-words.ts';

const british = { hours: 24, monthFirst: false } as const;
const now = '2026-11-20T09:00:00.000Z';
const at = (local_start: string, zone = 'UTC', start = `${local_start}:00.000Z`) => ({ local_start, zone, start });

function wish(more: Partial<SessionWish> = {}): SessionWish {
  return {
    appointment_id: 'a1',
    asked_by: 'm1',
    times: [at('2026-12-01T10:00')],
    seen_start: '2026-11-21T09:00:00.000Z',
    state: 'asked',
    modify_datetime: now,
    ...more,
  };
}

test.each([
  ['what is asked is shown', {}, {}, true],
  ['what was declined is said', { state: 'declined' }, {}, true],
  ['what was taken is not', { state: 'taken' }, {}, false],
  ['what was taken back is not', { state: 'withdrawn' }, {}, false],
  ['what was asked of another time is not', { seen_start: '2026-11-21T08:00:00.000Z' }, {}, false],
  ['of a cancelled session nothing is', {}, { status: 'cancelled_orchid_pro' }, false],
  ['of one that has begun nothing is', {}, { start: now }, false],
] as const)('[CA-11] %s', (_what, more, body, isShown) => {
  const { body: session } = sessionOf('a1', body);
  const seen = 'start' in body ? { seen_start: now } : {};
  expect(isWishShown(wish({ ...more, ...seen }), session, now)).toBe(isShown);
});

test('[CA-11] the times that were asked for are told by one’s own clock', () => {
  const times = [at('2026-12-01T10:00'), at('2026-12-02T09:30')];
  expect(askedWords(times, 'UTC', now, british)).toBe('You asked for Tue 1 Dec, 10:00, or Wed 2 Dec, 09:30.');
  expect(askedWords(times.slice(1), 'America/New_York', now, british)).toBe('You asked for Wed 2 Dec, 04:30.');
  expect(askedWords([], 'UTC', now, british)).toBe('You asked for another time.');
  expect(wishedTimeWords('2027-01-04T10:00:00.000Z', 'UTC', now, british)).toContain('2027');
});

test('[CA-11] a clock elsewhere is said where it shows another time, with its day where that is another one', () => {
  const start = '2026-12-01T02:00:00.000Z';
  expect(clockThere(start, 'Europe/London', 'UTC', now, british)).toBeNull();
  expect(clockThere(start, 'Europe/Berlin', 'UTC', now, british)).toBe('03:00 Berlin time');
  expect(clockThere(start, 'America/New_York', 'UTC', now, british)).toBe('Mon 30 Nov, 21:00 New York time');
});

test('[CA-11] a time is free, taken, blocked or passed as this device knows; before it knows, none of them', () => {
  const busy = {
    sessions: [{ start: '2026-12-01T10:30:00.000Z', end: '2026-12-01T11:20:00.000Z' }],
    blocks: [{ start: '2026-12-01T10:00:00.000Z', end: '2026-12-01T18:00:00.000Z' }],
  };
  const standing = (clock: string) => wishStanding(`2026-12-01T${clock}:00.000Z`, 50, busy, now);
  expect(['09:10', '09:30', '10:00', '11:20'].map(standing)).toEqual(['free', 'blocked', 'taken', 'blocked']);
  expect(wishStanding(now, 50, busy, now)).toBe('passed');
  expect(wishStanding('2026-12-01T08:00:00.000Z', 50, null, now)).toBeNull();
});

test('[CA-11] the session keeps the clock by which it is planned; where that shows the time twice, the one by which it was asked holds', () => {
  const asked = at('2026-12-01T15:00', 'Europe/London', '2026-12-01T15:00:00.000Z');
  expect(timeTaken(asked, 'America/New_York')).toEqual(at('2026-12-01T10:00', 'America/New_York', asked.start));
  // Half past one for the second time that night.
  const twice = at('2026-11-01T06:30', 'Europe/London', '2026-11-01T06:30:00.000Z');
  expect(timeTaken(twice, 'America/New_York')).toEqual(twice);
});
