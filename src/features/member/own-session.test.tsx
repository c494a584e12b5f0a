// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { wishIdOf } from '../../../sync/collections/session-wish.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { notTakenMessage } from '../../forms/save-state.ts';
import { unsavedTexts } from '../../lib/flush.ts';
import { clockSpan, dateAndTime, longDay } from '../../lib/time.ts';
import { notTakenWords } from '../../lib/use-change.ts';
import { accountRow, DrawnScreen, refused } from '../../testing/drawn-screen.tsx';
import { AskTimeSheet } from './ask-time-sheet.tsx';
import { OwnSessionActions } from './own-session-actions.tsx';
import { practiceTime } from './practice-time.ts';

const now = '2026-11-20T12:00:00.000Z';
const zone = 'America/Chicago';
let screen: DrawnScreen;
let closed: number;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen('m');
  screen.device.put(accountRow('m', { user_type: 'member' }));
  closed = 0;
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
  vi.useRealTimers();
});

const terms = { hours: 24, fee: { kind: 'flat', cents: 4000 } } as const;
/** Noon of the next day: exactly at the limit of its terms. */
const atLimit = {
  local_start: '2026-11-21T12:00',
  start: '2026-11-21T12:00:00.000Z',
  end: '2026-11-21T12:50:00.000Z',
  late: terms,
  price_cents: 15_000,
};
const sessionAt = (body: Partial<Appointment>) => ({ ...sessionOf('a1', body), stamps: { start: 't5' } });
const draw = (body: Partial<Appointment>, at = now) =>
  screen.draw(<OwnSessionActions session={sessionAt(body)} zone={zone} now={at} />);

test('[CA-6] what cancelling costs is said before the tap, with until when it costs nothing by the own clock', async () => {
  await draw({ ...atLimit, start: '2026-11-21T11:59:00.000Z', local_start: '2026-11-21T11:59' });
  await screen.press('Cancel');
  expect(screen.sheet()).toBe('Cancel this session?');
  expect(screen.text()).toContain(`You can cancel for nothing until ${dateAndTime('2026-11-20T11:59:00.000Z', zone)}.`);
  expect(screen.said('output')).toBe('Cancelling now is late: your clinician may ask $40 of you.');
  await screen.press('Cancel session');
  expect(screen.sent).toEqual([['appointment.cancel', { appointment_id: 'a1' }]]);
  expect(screen.sheet()).toBeNull();
});

test('[CA-6] a price that came while it was read is said first, and cancelled at by another tap alone', async () => {
  await draw(atLimit);
  await screen.press('Cancel');
  expect(screen.said('output')).toBe('Cancelling now costs nothing.');
  vi.setSystemTime(Date.parse(now) + 1000);
  await screen.press('Cancel session');
  expect(screen.sent).toEqual([]);
  expect(screen.said('output')).toBe(
    'This has changed while you were reading. Cancelling now is late: your clinician may ask $40 of you.',
  );
  await screen.press('Cancel session');
  expect(screen.sent).toHaveLength(1);
});

test('the day and the clock of what is cancelled are the own ones; a refusal is said and the question stays', async () => {
  const body = { start: '2026-11-22T02:00:00.000Z', end: '2026-11-22T02:50:00.000Z' };
  await draw(body);
  await screen.press('Cancel');
  expect(screen.text()).toContain(`${longDay('2026-11-21', '2026-11-20')}, ${clockSpan(body, zone)}.`);
  screen.answer = () => refused('It was cancelled already.');
  await screen.press('Cancel session');
  expect([screen.alert(), screen.sheet()]).toEqual(['It was cancelled already.', 'Cancel this session?']);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Cancel session');
  expect([screen.alert(), screen.button('Cancel session')?.disabled]).toEqual([notTakenWords, false]);
  await screen.press('Keep it');
  expect(screen.sheet()).toBeNull();
});

test('[CA-7] yes is said to the time on screen, where it is asked; a refusal is told', async () => {
  await draw({});
  expect(screen.button('Say yes')).toBeUndefined();
  await draw({ status: 'pending_patient_portal_approval' });
  screen.answer = () => refused('It was moved.');
  await screen.press('Say yes');
  expect(screen.sent).toEqual([['appointment.approve', { appointment_id: 'a1' }, { start: 't5' }]]);
  expect(screen.alert()).toBe('It was moved.');
});

test.each([
  ['is cancelled', { status: 'cancelled_patient' }, now],
  ['was missed by the clinician', { status: 'cancelled_pro_no_join' }, now],
  ['has begun', {}, '2026-11-21T09:00:00.000Z'],
] as const)('with one that %s nothing is to be done', async (_what, body, at) => {
  await draw(body, at);
  expect(screen.buttons()).toEqual([]);
});

test('[CA-11] a wish that cannot be taken back stays, and says why', async () => {
  const wish = {
    appointment_id: 'a1',
    asked_by: 'm',
    times: [],
    seen_start: '2026-11-21T09:00:00.000Z',
    state: 'asked',
    modify_datetime: now,
  };
  screen.device.put({ collection: 'session_wish', record: { id: wishIdOf('a1'), scope: 'chart:c', body: wish } });
  await draw({});
  screen.answer = () => refused('It was answered.');
  await screen.press('Take back');
  expect([screen.alert(), screen.text().includes('You asked for another time.')]).toEqual(['It was answered.', true]);
});

const ask = (body: Partial<Appointment> = {}) =>
  screen.draw(<AskTimeSheet session={sessionAt(body)} {...{ zone, now }} onClose={() => void (closed += 1)} />);

test('[CA-11] times are asked for by the own clock, told by the practice’s beside it, with a word', async () => {
  await ask({ zone: 'America/New_York' });
  await screen.type('date_1', '2026-12-01');
  await screen.type('time_1', '23:30');
  const start = '2026-12-02T05:30:00.000Z';
  const there = practiceTime({ start, end: '2026-12-02T06:20:00.000Z', zone: 'America/New_York' }, zone, now);
  expect(screen.text()).toContain(there);
  await screen.press('Add another time');
  await screen.type('date_2', '2026-12-03');
  await screen.type('time_2', '10:00');
  await screen.type('words', '  Any morning ');
  await screen.press('Ask');
  const second = { local_start: '2026-12-03T10:00', zone, start: '2026-12-03T16:00:00.000Z' };
  expect(screen.sent).toEqual([
    [
      'session_wish.ask',
      { appointment_id: 'a1', times: [{ local_start: '2026-12-01T23:30', zone, start }, second], words: 'Any morning' },
    ],
  ]);
  expect(closed).toBe(1);
});

test('[CA-11] one that has passed is not asked for, and a refusal keeps what was typed', async () => {
  await ask();
  await screen.type('date_1', '2026-11-20');
  await screen.type('time_1', '06:00');
  await screen.press('Ask');
  expect([screen.sent, screen.alert()]).toEqual([[], 'A time that you ask for has to be yet to come.']);
  await screen.type('time_1', '06:01');
  screen.answer = () => refused('Your session was moved.');
  await screen.press('Ask');
  expect([screen.alert(), closed, screen.field('time_1').value]).toEqual(['Your session was moved.', 0, '06:01']);
  expect(screen.sent[0]?.[1]).not.toHaveProperty('words');
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Ask');
  expect([screen.alert(), closed]).toEqual([notTakenMessage, 0]);
});

test('[CA-11] three times can be asked for and no more; what was typed stands there again after its screen went', async () => {
  await ask();
  await screen.press('Add another time');
  await screen.press('Add another time');
  expect(screen.button('Add another time')).toBeUndefined();
  await screen.type('date_2', '2026-12-03');
  screen.leave();
  screen = new DrawnScreen('m');
  screen.device.put(accountRow('m', { user_type: 'member' }));
  await ask();
  expect(screen.field('date_2').value).toBe('2026-12-03');
  expect(document.querySelector('[name="date_3"]')).toBeNull();
});
