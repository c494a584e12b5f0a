import { describe, expect, it } from 'vitest';
import 'temporal-polyfill/global';
import type { Manner } from './device-manner.ts';
import {
  addDays,
  clockSpan,
  clockTime,
  dateAndTime,
  dateIn,
  dayMonth,
  dayMonthShort,
  daySpan,
  duration,
  fullDate,
  hourWords,
  localDateAndTime,
  longDay,
  minuteOfDay,
  minutesBetween,
  mondayOf,
  recently,
  relativeDay,
  relativeTime,
  startOfDate,
  weekdayDate,
  zonesDiffer,
} from './time.ts';

const british: Manner = { hours: 24, monthFirst: false };
const american: Manner = { hours: 12, monthFirst: true };

const newYork = 'America/New_York';
const berlin = 'Europe/Berlin';
const kolkata = 'Asia/Kolkata';
const adelaide = 'Australia/Adelaide';
const kathmandu = 'Asia/Kathmandu';

describe('days in a zone', () => {
  it.each([
    [newYork, '2026-03-07', '2026-03-07T05:00:00.000Z', 24],
    [newYork, '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    [newYork, '2026-03-09', '2026-03-09T04:00:00.000Z', 24],
    [newYork, '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    [newYork, '2026-11-02', '2026-11-02T05:00:00.000Z', 24],
    [berlin, '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    [berlin, '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    [kolkata, '2026-11-21', '2026-11-20T18:30:00.000Z', 24],
    [kathmandu, '2026-11-21', '2026-11-20T18:15:00.000Z', 24],
    [adelaide, '2026-04-05', '2026-04-04T13:30:00.000Z', 25],
    [adelaide, '2026-10-04', '2026-10-03T14:30:00.000Z', 23],
    [adelaide, '2026-11-21', '2026-11-20T13:30:00.000Z', 24],
  ])('%s, %s begins at %s and lasts %i hours', (zone, date, start, hours) => {
    const next = startOfDate(addDays(date, 1), zone);
    expect(startOfDate(date, zone)).toBe(start);
    expect(minutesBetween(start, next)).toBe(hours * 60);
    expect(dateIn(start, zone)).toBe(date);
    expect(dateIn(new Date(Date.parse(start) - 1).toISOString(), zone)).toBe(addDays(date, -1));
    expect(dateIn(new Date(Date.parse(next) - 1).toISOString(), zone)).toBe(date);
    expect(clockTime(start, zone, british)).toBe('00:00');
    expect(clockTime(new Date(Date.parse(next) - 1).toISOString(), zone, british)).toBe('23:59');
  });
});

describe('clock times', () => {
  it.each([
    [newYork, '2026-03-08T06:59:00.000Z', '01:59'],
    [newYork, '2026-03-08T07:00:00.000Z', '03:00'],
    [newYork, '2026-11-01T05:30:00.000Z', '01:30'],
    [newYork, '2026-11-01T06:30:00.000Z', '01:30'],
    [newYork, '2026-11-01T07:00:00.000Z', '02:00'],
    [berlin, '2026-03-29T01:00:00.000Z', '03:00'],
    [berlin, '2026-10-25T01:00:00.000Z', '02:00'],
    [kolkata, '2026-11-21T12:00:00.000Z', '17:30'],
    [kathmandu, '2026-11-21T12:00:00.000Z', '17:45'],
    [adelaide, '2026-10-03T16:29:00.000Z', '01:59'],
    [adelaide, '2026-10-03T16:30:00.000Z', '03:00'],
    [adelaide, '2026-06-21T12:00:00.000Z', '21:30'],
  ])('%s at %s: %s', (zone, instant, words) => {
    expect(clockTime(instant, zone, british)).toBe(words);
    const [hour = 0, minute = 0] = words.split(':').map(Number);
    expect(minuteOfDay(instant, zone)).toBe(hour * 60 + minute);
  });

  it.each([
    ['over the hour that is left out', newYork, '2026-03-08T06:30:00.000Z', '2026-03-08T07:20:00.000Z', '01:30–03:20'],
    [
      'over the hour that comes twice',
      newYork,
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:20:00.000Z',
      '01:30 (GMT-4)–01:20 (GMT-5)',
    ],
    [
      'as long as that hour',
      newYork,
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
      '01:30 (GMT-4)–01:30 (GMT-5)',
    ],
    ['just before that hour', newYork, '2026-11-01T04:30:00.000Z', '2026-11-01T05:20:00.000Z', '00:30–01:20'],
    ['over that hour and on', newYork, '2026-11-01T05:30:00.000Z', '2026-11-01T07:30:00.000Z', '01:30–02:30'],
    ['in Berlin', berlin, '2026-10-25T00:30:00.000Z', '2026-10-25T01:20:00.000Z', '02:30 (GMT+2)–02:20 (GMT+1)'],
    ['over midnight', kolkata, '2026-11-21T18:00:00.000Z', '2026-11-21T18:50:00.000Z', '23:30–00:20'],
    ['with a quarter', kathmandu, '2026-11-21T12:00:00.000Z', '2026-11-21T12:50:00.000Z', '17:45–18:35'],
    ['with a half', adelaide, '2026-11-21T00:00:00.000Z', '2026-11-21T00:50:00.000Z', '10:30–11:20'],
  ])('a session %s', (_case, zone, start, end, words) => {
    expect(clockSpan({ start, end }, zone, british)).toBe(words);
  });
});

describe('how long, and when', () => {
  it.each([
    // One o'clock and four o'clock by the wall: two hours.
    ['spring, New York', '2026-03-08T06:00:00.000Z', '2026-03-08T08:00:00.000Z', '2 h'],
    // Half past twelve and half past one by the wall: two hours.
    ['autumn, New York', '2026-11-01T04:30:00.000Z', '2026-11-01T06:30:00.000Z', '2 h'],
    ['fifty minutes', '2026-11-21T08:00:00.000Z', '2026-11-21T08:50:00.000Z', '50 min'],
    ['some seconds short of an hour', '2026-11-21T08:00:10.000Z', '2026-11-21T09:00:00.000Z', '1 h'],
  ])('%s', (_case, start, end, words) => {
    expect(duration(minutesBetween(start, end))).toBe(words);
  });

  it('an hour is never sixty minutes', () => {
    expect([59.7, 60, 119.6, 134.8].map(duration)).toEqual(['1 h', '1 h', '2 h', '2 h 15 min']);
  });

  it.each([
    [newYork, '2026-03-08T04:59:00.000Z', '2026-03-09T03:59:00.000Z', 'Tomorrow'],
    [newYork, '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:00.000Z', 'Today'],
    [newYork, '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:00.000Z', 'Today'],
    [newYork, '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z', 'Tomorrow'],
    [berlin, '2026-03-29T22:00:00.000Z', '2026-03-29T21:59:00.000Z', 'Yesterday'],
    [berlin, '2026-10-24T12:00:00.000Z', '2026-10-29T12:00:00.000Z', 'Thursday'],
    [kolkata, '2026-11-21T18:29:00.000Z', '2026-11-21T18:30:00.000Z', 'Tomorrow'],
    [kathmandu, '2026-11-21T18:15:00.000Z', '2026-11-21T18:20:00.000Z', 'Today'],
    [adelaide, '2026-12-31T13:29:00.000Z', '2026-12-31T13:30:00.000Z', 'Tomorrow'],
    [adelaide, '2026-12-24T12:00:00.000Z', '2026-12-31T13:30:00.000Z', 'Friday 1 January 2027'],
  ])('%s: seen from %s, %s is %s', (zone, now, instant, words) => {
    expect(relativeDay(dateIn(instant, zone), dateIn(now, zone), british)).toBe(words);
  });

  it('the same moment is told with its date where that is another day than today', () => {
    const written = '2026-11-01T03:50:00.000Z';
    expect(recently(written, newYork, '2026-11-01T03:59:00.000Z', british)).toBe('23:50');
    expect(recently(written, newYork, '2026-11-01T04:00:00.000Z', british)).toBe('31 Oct, 23:50');
    expect(longDay('2026-11-01', '2026-11-21', british)).toBe('Sunday 1 November');
  });

  it('weeks begin on Monday over a change of the clock', () => {
    expect(mondayOf('2026-03-08')).toBe('2026-03-02');
    expect(mondayOf('2026-11-02')).toBe('2026-11-02');
    expect(addDays('2026-10-31', 2)).toBe('2026-11-02');
  });

  it('two zones differ while their clocks do, and only then', () => {
    // Between the two changes of spring New York and Berlin are five hours apart, and never the same.
    expect(zonesDiffer(newYork, berlin, '2026-03-20T12:00:00.000Z')).toBe(true);
    expect(zonesDiffer(kolkata, 'Asia/Colombo', '2026-11-21T12:00:00.000Z')).toBe(false);
    expect(zonesDiffer(kolkata, kathmandu, '2026-11-21T12:00:00.000Z')).toBe(true);
    expect(zonesDiffer(adelaide, 'Australia/Darwin', '2026-06-21T12:00:00.000Z')).toBe(false);
    expect(zonesDiffer(adelaide, 'Australia/Darwin', '2026-11-21T12:00:00.000Z')).toBe(true);
  });
});

/** Between a time and its half of the day stands a no-break space, U+00A0; in the tables a tilde, so that it is seen. */
const unbroken = (words: string): string => words.replaceAll('~', '\u00A0');

describe('a clock of twice twelve hours', () => {
  it.each([
    ['midnight', newYork, '2026-11-21T05:00:00.000Z', '12:00~AM'],
    ['half past midnight', newYork, '2026-11-21T05:30:00.000Z', '12:30~AM'],
    ['the last minute before noon', newYork, '2026-11-21T16:59:00.000Z', '11:59~AM'],
    ['noon', newYork, '2026-11-21T17:00:00.000Z', '12:00~PM'],
    ['after noon', newYork, '2026-11-21T19:02:00.000Z', '2:02~PM'],
    ['the last minute of a day', newYork, '2026-11-22T04:59:00.000Z', '11:59~PM'],
    ['a quarter', kathmandu, '2026-11-21T12:00:00.000Z', '5:45~PM'],
  ])('%s', (_case, zone, instant, words) => {
    expect(clockTime(instant, zone, american)).toBe(unbroken(words));
  });

  it.each([
    ['one half', newYork, '2026-11-21T19:00:00.000Z', '2026-11-21T19:50:00.000Z', '2:00–2:50~PM'],
    ['over noon', newYork, '2026-11-21T16:30:00.000Z', '2026-11-21T17:20:00.000Z', '11:30~AM–12:20~PM'],
    ['up to noon', newYork, '2026-11-21T16:10:00.000Z', '2026-11-21T17:00:00.000Z', '11:10~AM–12:00~PM'],
    ['from noon', newYork, '2026-11-21T17:00:00.000Z', '2026-11-21T17:50:00.000Z', '12:00–12:50~PM'],
    ['from midnight', newYork, '2026-11-21T05:00:00.000Z', '2026-11-21T05:50:00.000Z', '12:00–12:50~AM'],
    ['over midnight', kolkata, '2026-11-21T18:00:00.000Z', '2026-11-21T18:50:00.000Z', '11:30~PM–12:20~AM'],
    ['over the hour left out', newYork, '2026-03-08T06:30:00.000Z', '2026-03-08T07:20:00.000Z', '1:30–3:20~AM'],
    [
      'over the hour that comes twice',
      newYork,
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:20:00.000Z',
      '1:30~AM (GMT-4)–1:20~AM (GMT-5)',
    ],
    ['just before that hour', newYork, '2026-11-01T04:30:00.000Z', '2026-11-01T05:20:00.000Z', '12:30–1:20~AM'],
  ])('a session %s', (_case, zone, start, end, words) => {
    expect(clockSpan({ start, end }, zone, american)).toBe(unbroken(words));
  });

  it('the hours at the side of a day', () => {
    const hours = [0, 9, 11, 12, 13, 23];
    expect(hours.map((hour) => hourWords(hour, american))).toEqual(
      ['12~AM', '9~AM', '11~AM', '12~PM', '1~PM', '11~PM'].map(unbroken),
    );
    expect(hours.map((hour) => hourWords(hour, british))).toEqual([
      '00:00',
      '09:00',
      '11:00',
      '12:00',
      '13:00',
      '23:00',
    ]);
  });
});

describe('dates in both orders', () => {
  const written = '2026-11-01T03:50:00.000Z';
  const later = '2026-11-01T04:00:00.000Z';
  it.each<[string, (manner: Manner) => string, string, string]>([
    ['a day', (manner) => dayMonth('2026-11-21', manner), '21 November', 'November 21'],
    ['a short one', (manner) => dayMonthShort('2026-11-21', manner), '21 Nov', 'Nov 21'],
    ['a date', (manner) => fullDate('2026-11-21', manner), '21 November 2026', 'November 21, 2026'],
    [
      'with its weekday',
      (manner) => weekdayDate('2026-11-21', manner),
      'Saturday 21 November 2026',
      'Saturday, November 21, 2026',
    ],
    [
      'this year',
      (manner) => longDay('2026-11-21', '2026-01-01', manner),
      'Saturday 21 November',
      'Saturday, November 21',
    ],
    [
      'another year',
      (manner) => relativeDay('2027-01-01', '2026-11-21', manner),
      'Friday 1 January 2027',
      'Friday, January 1, 2027',
    ],
    ['a week', (manner) => daySpan('2026-11-16', '2026-11-22', manner), '16–22 November', 'November 16–22'],
    ['of two months', (manner) => daySpan('2026-11-30', '2026-12-06', manner), '30 Nov – 6 Dec', 'Nov 30 – Dec 6'],
    ['of two years', (manner) => daySpan('2026-12-28', '2027-01-03', manner), '28 Dec – 3 Jan', 'Dec 28 – Jan 3'],
    [
      'a moment',
      (manner) => dateAndTime('2026-11-21T19:02:00.000Z', newYork, manner),
      '21 November 2026, 14:02',
      'November 21, 2026, 2:02~PM',
    ],
    [
      'a local time',
      (manner) => localDateAndTime('2026-11-21T00:30', manner),
      '21 November 2026, 00:30',
      'November 21, 2026, 12:30~AM',
    ],
    ['lately', (manner) => recently(written, newYork, later, manner), '31 Oct, 23:50', 'Oct 31, 11:50~PM'],
    [
      'tomorrow',
      (manner) => relativeTime(written, newYork, '2026-10-30T12:00:00.000Z', manner),
      'Tomorrow 23:50',
      'Tomorrow 11:50~PM',
    ],
    [
      'in a fortnight',
      (manner) => relativeTime('2026-12-03T19:00:00.000Z', newYork, later, manner),
      'Thursday 3 December 14:00',
      'Thursday, December 3, 2:00~PM',
    ],
    [
      'next year',
      (manner) => relativeTime('2027-01-01T19:00:00.000Z', newYork, later, manner),
      'Friday 1 January 2027, 14:00',
      'Friday, January 1, 2027, 2:00~PM',
    ],
  ])('%s', (_case, say, inBritain, inAmerica) => {
    expect(say(british)).toBe(inBritain);
    expect(say(american)).toBe(unbroken(inAmerica));
  });

  it('the two settings are two: twelve hours with the day first', () => {
    const moment = '2026-11-21T19:02:00.000Z';
    expect(dateAndTime(moment, newYork, { hours: 12, monthFirst: false })).toBe(unbroken('21 November 2026, 2:02~PM'));
    expect(dateAndTime(moment, newYork, { hours: 24, monthFirst: true })).toBe('November 21, 2026, 14:02');
  });
});
