// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { chartScope } from '../../../sync/collections/classes.ts';
import { noteBodyOf } from '../../../sync/testing/call-records.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { clockSpan, dateAndTime, longDay } from '../../lib/time.ts';
import { notTakenWords } from '../../lib/use-change.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, refused } from '../../testing/drawn-screen.tsx';
import { CancelSession, type CancelledSeries } from './cancel-session.tsx';

const now = '2026-11-20T12:00:00.000Z';
const zone = 'America/Chicago';
let screen: DrawnScreen;
let closed: number;
let cancelled: (CancelledSeries | null)[];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), cardRow, memberRow());
  [closed, cancelled] = [0, []];
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
});

const draw = (session: ReturnType<typeof sessionOf>) =>
  screen.draw(
    <CancelSession
      {...{ session, zone, now }}
      onClose={() => void (closed += 1)}
      onCancelled={(series) => cancelled.push(series)}
    />,
  );

/** Half past midnight by UTC: the day before in Chicago. */
const late = {
  start: '2026-11-21T00:30:00.000Z',
  end: '2026-11-21T01:20:00.000Z',
  local_start: '2026-11-21T00:30',
};
const terms = { hours: 24, fee: { kind: 'flat', cents: 4000 } } as const;
const priced = { ...late, late: terms, price_cents: 15_000 };

test('the practice cancels it where nobody says otherwise; the day and the clock are those of who looks', async () => {
  const session = sessionOf('a1', late);
  await draw(session);
  expect(screen.text()).toContain(`${longDay('2026-11-20', '2026-11-20')}, ${clockSpan(session.body, zone)}.`);
  await screen.press('Cancel session');
  expect(screen.sent).toEqual([['appointment.cancel', { appointment_id: 'a1' }]]);
  expect([cancelled, closed]).toEqual([[null], 1]);
});

test('a refusal is said in its words: nothing is told as cancelled, and the sheet stays', async () => {
  await draw(sessionOf('a1', late));
  screen.answer = () => refused('Its note is signed.');
  await screen.press('Cancel session');
  expect([screen.alert(), cancelled, closed]).toEqual(['Its note is signed.', [], 0]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Cancel session');
  expect([screen.alert(), cancelled, closed]).toEqual([notTakenWords, [], 0]);
  expect(screen.button('Cancel session')?.disabled).toBe(false);
});

test('[CA-6] of a client’s late word the fee is said before the tap, and when they said so can be told by one’s own clock', async () => {
  await draw(sessionOf('a1', priced));
  expect(screen.text()).not.toContain('late fee');
  await screen.press('Mara Test');
  expect(screen.text()).toContain('That is late: $40 is proposed as a late fee.');
  // Until a day before by the clocks of the session; told by who looks.
  expect(screen.text()).toContain(dateAndTime('2026-11-20T00:30:00.000Z', zone));
  await screen.type('datetime-local', '2026-11-19T18:30');
  expect(screen.text()).toContain('That was in time: it costs nothing.');
  await screen.type('datetime-local', '2026-11-19T18:31');
  expect(screen.text()).toContain('That is late');
  await screen.press('Cancel session');
  expect(screen.sent).toEqual([
    ['appointment.cancel', { appointment_id: 'a1', by: 'client', told_at: '2026-11-20T00:31:00.000Z' }],
  ]);
});

test('[CA-6] nobody has said so at a time that is yet to come', async () => {
  await draw(sessionOf('a1', priced));
  await screen.press('Mara Test');
  await screen.type('datetime-local', '2026-11-20T06:01');
  expect(screen.text()).toContain('Please choose a time that has passed');
  expect(screen.button('Cancel session')?.disabled).toBe(true);
  await screen.type('datetime-local', '2026-11-20T06:00');
  expect(screen.button('Cancel session')?.disabled).toBe(false);
  await screen.type('datetime-local', '');
  await screen.press('Cancel session');
  expect(screen.sent).toEqual([['appointment.cancel', { appointment_id: 'a1', by: 'client' }]]);
});

test('[CA-6] nothing is cancelled for a client at a price that came while it was read: it is said first', async () => {
  const session = sessionOf('a1', { ...priced, start: '2026-11-21T12:00:00.000Z', local_start: '2026-11-21T12:00' });
  await draw(session);
  await screen.press('Mara Test');
  expect(screen.text()).not.toContain('proposed as a late fee');
  vi.setSystemTime(Date.parse(now) + 1000);
  await screen.press('Cancel session');
  expect([screen.sent, screen.text().includes('That is late: $40')]).toEqual([[], true]);
  await screen.press('Cancel session');
  expect(screen.sent).toEqual([['appointment.cancel', { appointment_id: 'a1', by: 'client' }]]);
});

test('[CA-6] what the practice cancels costs the client nothing, however late: no price is waited for', async () => {
  const session = sessionOf('a1', { ...priced, start: '2026-11-21T12:00:00.000Z', local_start: '2026-11-21T12:00' });
  await draw(session);
  vi.setSystemTime(Date.parse(now) + 1000);
  await screen.press('Cancel session');
  expect(screen.sent).toEqual([['appointment.cancel', { appointment_id: 'a1' }]]);
});

const scope = chartScope('c');
const weekly = (day: string, body: Partial<Appointment> = {}) => ({
  ...sessionOf(`s.${day}`, {
    local_start: `2026-${day}T09:00`,
    start: `2026-${day}T09:00:00.000Z`,
    end: `2026-${day}T09:50:00.000Z`,
    series: { id: 's', date: `2026-${day}` },
    ...body,
  }),
  scope,
});
const looked = weekly('11-24');
const rows = [
  weekly('11-17'),
  looked,
  weekly('12-01'),
  weekly('12-08'),
  weekly('12-15', { status: 'cancelled_orchid_pro' }),
];
const series = {
  collection: 'appointment_series',
  record: {
    id: 's',
    scope,
    stamps: {},
    body: {
      clinician: 'p1',
      clinician_name: 'Dr. Lee',
      practice_id: 'x',
      first: '2026-11-17',
      rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 5 } },
      plan: [{ from: '2026-11-17', days: 0, time: '09:00', zone: 'UTC', minutes: 50, facts: {} }],
      laid_through: '2026-12-15',
      create_datetime: now,
      modify_datetime: now,
    },
  },
};

test('[CA-9] of a series what follows is cancelled together, counted without what stands not and what has a note', async () => {
  screen.device.put(series, ...rows.map((record) => ({ collection: 'appointment', record })));
  const note = { id: noteIdOf('s.12-08'), scope, body: noteBodyOf({ appointment_id: 's.12-08' }) };
  screen.device.put({ collection: 'note', record: note });
  await draw(looked);
  await screen.press('This and following');
  expect(screen.text()).toContain('This cancels 2 sessions. One stays as it is: 1 has a note.');
  expect(screen.text()).toContain(`The first is on ${longDay('2026-11-24', '2026-11-20')}`);
  await screen.press('Cancel 2 sessions');
  expect(screen.sent).toEqual([['appointment_series.cancel', { appointment_id: 's.11-24', reach: 'following' }]]);
  expect([cancelled, closed]).toEqual([[{ count: 2, seriesId: 's', uid: 'u1' }], 1]);
});

test('[CA-9] all to come means those before it too, but none that has begun; a refusal is said and nothing closes', async () => {
  screen.device.put(series, ...rows.map((record) => ({ collection: 'appointment', record })));
  await draw(weekly('12-01'));
  await screen.press('All to come');
  expect(screen.text()).toContain('This cancels 3 sessions. One stays as it is: 1 has begun.');
  screen.answer = () => refused('Not yours to cancel.');
  await screen.press('Cancel 3 sessions');
  expect([screen.alert(), cancelled, closed]).toEqual(['Not yours to cancel.', [], 0]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Cancel 3 sessions');
  expect([screen.alert(), cancelled, closed]).toEqual([notTakenWords, [], 0]);
  await screen.press('This session');
  screen.answer = () => screen.saved();
  await screen.press('Cancel session');
  expect(screen.sent.at(-1)).toEqual(['appointment.cancel', { appointment_id: 's.12-01' }]);
  expect(cancelled).toEqual([null]);
});

test('[CA-9] where nothing of the reach would be cancelled, nothing can be sent', async () => {
  screen.device.put(series, { collection: 'appointment', record: weekly('11-17') });
  await draw(weekly('11-17'));
  await screen.press('This and following');
  expect(screen.text()).toContain('This cancels no session.');
  expect(screen.button('Cancel no session')?.disabled ?? screen.button('Cancel 0 sessions')?.disabled).toBe(true);
});
