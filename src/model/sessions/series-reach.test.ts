import { expect, test } from 'vitest';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { factsOfChange, follows, reachCount, reachCountWords, type Plan, type SeriesKnown } from './series-reach.ts';

const facts = { appointment_type_label: 'Regular Session', place: 'telehealth' } as const;
const plan: Plan = [{ from: '2026-11-21', days: 0, time: '09:00', zone: 'UTC', minutes: 50, facts }];
const dates = ['2026-11-21', '2026-11-28', '2026-12-05', '2026-12-12', '2026-12-19'];

function seriesSession(date: string, body: Partial<Appointment> = {}) {
  const [start, end] = [`${date}T09:00:00.000Z`, `${date}T09:50:00.000Z`];
  return sessionOf(date, { local_start: `${date}T09:00`, start, end, series: { id: 's', date }, ...body });
}

function known(
  more: Partial<SeriesKnown> = {},
  bodies: Readonly<Record<string, Partial<Appointment>>> = {},
): SeriesKnown {
  return {
    sessions: dates.map((date) => seriesSession(date, bodies[date])),
    plan,
    noted: new Set(),
    billed: new Set(),
    now: '2026-11-25T00:00:00.000Z',
    ...more,
  };
}
const at = (series: SeriesKnown, index: number) => series.sessions[index] ?? seriesSession('x');

test('[S-036] this and following reaches from the session that is looked at on, all to come what has not begun', () => {
  const series = known();
  const following = reachCount(at(series, 2), 'following', series, ['time']);
  expect(following.changed.map(({ id }) => id)).toEqual(dates.slice(2));
  const all = reachCount(at(series, 2), 'all', series, ['time']);
  expect(all.changed.map(({ id }) => id)).toEqual(dates.slice(1));
  expect(reachCountWords('changes', all)).toBe('This changes 4 sessions. One stays as it is: 1 has begun.');
});

test('[S-036][D-22] what has a note, is on a bill or was changed on its own stays, and is counted by its reason', () => {
  const own = { local_start: '2026-12-12T15:00', start: '2026-12-12T15:00:00.000Z' };
  const series = known({ noted: new Set(['2026-11-28']), billed: new Set(['2026-12-05']) }, { '2026-12-12': own });
  const count = reachCount(at(series, 4), 'all', series, ['time']);
  expect(count).toMatchObject({ begun: 1, noted: 1, billed: 1, own: 1 });
  expect(reachCountWords('changes', count)).toBe(
    'This changes 1 session. Four stay as they are: 1 has begun, 1 has a note, 1 is on a bill, 1 was changed on its own.',
  );
  // One that could not go along before, and waits for a time, goes along now.
  const waiting = { ...series, waits: new Set(['2026-12-12']) };
  expect(reachCount(at(series, 4), 'all', waiting, ['time'])).toMatchObject({ own: 0, changed: { length: 2 } });
  expect(reachCount(at(series, 4), 'all', waiting, ['kind']).own).toBe(0);
  // Its place was not changed on its own, and what is cancelled is, however it was set.
  expect(reachCount(at(series, 4), 'all', series, ['place']).own).toBe(0);
  expect(reachCount(at(series, 4), 'all', series, null)).toMatchObject({ own: 0, changed: { length: 2 } });
  // The one that is looked at is meant, whatever was set of it.
  expect(reachCount(at(series, 3), 'following', series, ['time']).changed.map(({ id }) => id)).toContain('2026-12-12');
});

test('a cancelled session is neither changed nor said to stay, and where nothing is reached it is said', () => {
  const gone = { status: 'cancelled_orchid_pro' } as const;
  const series = known({}, { '2026-12-12': gone, '2026-12-19': gone });
  const count = reachCount(at(series, 3), 'following', series, null);
  expect(reachCountWords('cancels', count)).toBe('This cancels no session.');
});

test('a record of the first shape says itself that it is on a bill', () => {
  const series = known({}, { '2026-12-05': { billed_as: 'was_not_paid' } });
  expect(reachCount(at(series, 2), 'following', series, ['time']).billed).toBe(1);
});

test('what was not said follows a plan that does not say it', () => {
  const { body } = seriesSession('2026-11-28');
  expect(follows(body, plan, 'kind')).toBe(true);
  expect(follows({ ...body, kind: 'regular' }, plan, 'kind')).toBe(false);
  expect(follows({ ...body, minutes: 30 }, plan, 'time')).toBe(false);
});

test('time is one fact, whichever part of it was changed', () => {
  expect(factsOfChange({ minutes: 30 })).toEqual(['time']);
  expect(factsOfChange({ local_start: '', zone: '', start: '', place: 'outside', kind: null })).toEqual([
    'time',
    'place',
    'kind',
  ]);
  expect(factsOfChange({ force_book_over_blocked: true })).toEqual([]);
});
