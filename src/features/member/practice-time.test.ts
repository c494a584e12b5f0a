import { expect, test } from 'vitest';
import 'temporal-polyfill/global';
import { practiceTime } from './practice-time.ts';

const newYork = 'America/New_York';
const now = '2026-11-21T14:00:00.000Z';

/** 50 minutes from then on. */
function session(start: string, zone = newYork) {
  return { start, end: new Date(Date.parse(start) + 50 * 60_000).toISOString(), zone };
}

const american = { hours: 12, monthFirst: true } as const;
const british = { hours: 24, monthFirst: false } as const;
const unbroken = (words: string): string => words.replaceAll('~', '\u00A0');

test.each([
  [
    'three hours west',
    newYork,
    'America/Los_Angeles',
    '2026-11-26T17:00:00.000Z',
    'New York time: Thursday, November 26, 12:00–12:50~PM',
  ],
  [
    'half an hour aside',
    'Asia/Kolkata',
    'Asia/Karachi',
    '2026-11-26T12:00:00.000Z',
    'Kolkata time: Thursday, November 26, 5:30–6:20~PM',
  ],
  [
    'a quarter aside',
    'Asia/Kathmandu',
    'Asia/Kolkata',
    '2026-11-26T12:00:00.000Z',
    'Kathmandu time: Thursday, November 26, 5:45–6:35~PM',
  ],
  // Friday for whoever lives there.
  [
    'on another date',
    newYork,
    'Asia/Tokyo',
    '2026-11-26T17:00:00.000Z',
    'New York time: Thursday, November 26, 12:00–12:50~PM',
  ],
  // The same hour of the clock, a whole day apart.
  [
    'beyond the date line',
    'Pacific/Pago_Pago',
    'Pacific/Apia',
    '2026-11-26T20:00:00.000Z',
    'Pago Pago time: Thursday, November 26, 9:00–9:50~AM',
  ],
  [
    'in another year',
    newYork,
    'Europe/Berlin',
    '2027-01-01T03:30:00.000Z',
    'New York time: Thursday, December 31, 10:30–11:20~PM',
  ],
  [
    'told with its year',
    newYork,
    'Europe/Berlin',
    '2027-01-05T15:00:00.000Z',
    'New York time: Tuesday, January 5, 2027, 10:00–10:50~AM',
  ],
])('%s, the practice’s time is told with its date', (_case, zone, own, start, words) => {
  expect(practiceTime(session(start, zone), own, now, american)).toBe(unbroken(words));
});

test('at the turn of the year the year is left out by the practice’s date, wherever the member is', () => {
  // A year on in Tokyo, New Year’s Eve in New York.
  const eve = '2026-12-31T16:00:00.000Z';
  const told = (start: string) => practiceTime(session(start), 'Asia/Tokyo', eve, american);
  expect(told('2026-12-31T20:00:00.000Z')).toBe(unbroken('New York time: Thursday, December 31, 3:00–3:50~PM'));
  expect(told('2027-01-05T15:00:00.000Z')).toBe(unbroken('New York time: Tuesday, January 5, 2027, 10:00–10:50~AM'));
});

test('in the manner of the device', () => {
  expect(practiceTime(session('2026-11-26T17:00:00.000Z'), 'Europe/London', now, british)).toBe(
    'New York time: Thursday 26 November, 12:00–12:50',
  );
});

test.each([
  ['the same zone', newYork, newYork, '2026-11-26T17:00:00.000Z'],
  ['another name of the same clock', newYork, 'America/Toronto', '2026-11-26T17:00:00.000Z'],
  ['a zone without summer time, in winter', 'America/Denver', 'America/Phoenix', '2026-11-26T17:00:00.000Z'],
])('nothing is added in %s', (_case, zone, own, start) => {
  expect(practiceTime(session(start, zone), own, now, american)).toBeNull();
});

test('around a change of the clock what is told is right on both sides of it', () => {
  const arizona = (start: string) => practiceTime(session(start, 'America/Denver'), 'America/Phoenix', now, british);
  // Sunday 8 March 2026, at 9:00 UTC, Denver goes on to summer time; on 1 November, at 8:00 UTC, it comes back.
  expect(arizona('2026-03-07T17:00:00.000Z')).toBeNull();
  expect(arizona('2026-03-08T17:00:00.000Z')).toBe('Denver time: Sunday 8 March, 11:00–11:50');
  expect(arizona('2026-10-31T17:00:00.000Z')).toBe('Denver time: Saturday 31 October, 11:00–11:50');
  expect(arizona('2026-11-01T17:00:00.000Z')).toBeNull();
  // Two practices that change on different Sundays: an hour nearer for a week.
  const london = (start: string) => practiceTime(session(start), 'Europe/London', now, british);
  expect(london('2026-10-26T15:00:00.000Z')).toBe('New York time: Monday 26 October, 11:00–11:50');
  expect(london('2026-11-02T15:00:00.000Z')).toBe('New York time: Monday 2 November, 10:00–10:50');
});

test('a session in which the clocks part is told by both, and the hour that comes twice with its offsets', () => {
  expect(practiceTime(session('2026-10-25T00:30:00.000Z', 'Europe/Berlin'), 'Africa/Johannesburg', now, british)).toBe(
    'Berlin time: Sunday 25 October, 02:30 (GMT+2)–02:20 (GMT+1)',
  );
});
