// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import { noteIdOf } from '../../../../sync/collections/appointment.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { clockSpan, longDay, zoneName } from '../../../lib/time.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import { RefusedSession } from './refused-session.tsx';
import { SessionDetail } from './session-detail.tsx';

const now = '2026-11-20T12:00:00.000Z';
const zone = 'America/Chicago';
let screen: DrawnScreen;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow());
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
});

/** Two in the morning by UTC: the evening before in Chicago. */
const time = {
  local_start: '2026-11-25T02:00',
  start: '2026-11-25T02:00:00.000Z',
  end: '2026-11-25T02:50:00.000Z',
};
const session = (body: Partial<Appointment> = {}) => ({
  ...sessionOf('a1', { clinician: 'pro-1', ...time, ...body }),
  stamps: { start: 't5' },
});
const draw = (body: Partial<Appointment> = {}, note?: object) => {
  screen.device.put({ collection: 'appointment', record: session(body) });
  if (note) {
    const record = { id: noteIdOf('a1'), scope: 'chart:c', body: noteBodyOf(note) };
    screen.device.put({ collection: 'note', record });
  }
  return screen.drawAt('/pro-dashboard/schedule/a1', ['pro-dashboard/schedule', '$appointmentId'], <SessionDetail />);
};
const links = () => [...document.querySelectorAll('a')].map((one) => one.textContent?.trim() ?? '');

test('a session is told by the clock of who looks, and by the one that it was booked for where that shows another', async () => {
  await draw();
  expect(screen.text()).toContain(longDay('2026-11-24', '2026-11-20'));
  expect(screen.text()).toContain(`${clockSpan(time, zone)} ${zoneName(zone)}, 50 min`);
  expect(screen.text()).toContain(`Booked for ${clockSpan(time, 'UTC')} ${zoneName('UTC')}`);
});

test('where both clocks show the same, it is booked for no other', async () => {
  await draw({ zone });
  expect(screen.text()).not.toContain('Booked for');
});

test('one’s own to come offers its note, what was before and the chart; no question of it is asked', async () => {
  await draw();
  expect(links()).toEqual(['', 'Write note', 'Before the session', 'Open chart']);
  expect(screen.text()).toContain('Nothing written yet.');
  expect(screen.buttons()).toContain('Add to calendar');
  expect(screen.text()).not.toContain('Did this session take place?');
});

test('the first words of its note are shown, cut where they are many; a cancelled one offers it where there is one', async () => {
  await draw({}, { answers: { plan: 'x'.repeat(221) } });
  expect(screen.text()).toContain(`${'x'.repeat(220)}…`);
  expect(screen.text()).not.toContain('x'.repeat(221));
  screen.leave();
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow());
  await draw({ status: 'cancelled_orchid_pro' });
  expect(screen.said('[aria-label="Note"]')).toBeNull();
  expect([links().includes('Before the session'), screen.buttons().includes('Add to calendar')]).toEqual([
    false,
    false,
  ]);
  expect(screen.text()).toContain('This session was cancelled.');
});

test('who plans for the practice opens the client, and reads neither the note nor what was before', async () => {
  screen.leave();
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow);
  screen.device.put(memberRow('pro-1', { role: 'scheduler' }, practiceScope('x')));
  await draw({ clinician: 'pro-2' });
  expect(links()).toEqual(['', 'Open client']);
  expect(screen.text()).toContain('Dr. Lee');
  expect(screen.buttons()).not.toContain('Add to calendar');
});

test('that it took place, or who did not come, stands there as it was said', async () => {
  await draw({ held: now });
  expect(screen.text()).toContain('It took place');
  screen.put({ collection: 'appointment', record: session({ absent: 'client' }) });
  expect(screen.text()).toContain('The client did not come');
  expect(screen.text()).not.toContain('It took place');
});

test('one that is not here says so, with the way back', async () => {
  await screen.drawAt('/pro-dashboard/schedule/a1', ['pro-dashboard/schedule', '$appointmentId'], <SessionDetail />);
  expect(screen.text()).toContain('This session is not on this device');
});

const item = (more: Partial<AttentionItem>): AttentionItem => ({
  uid: 'r1',
  at: '2026-11-19T09:00:00.000Z',
  kind: 'rejected',
  name: 'appointment.edit',
  code: 'conflicting_session',
  message: 'There is a conflicting session.',
  args: { appointment_id: 'a1', local_start: '2026-11-26T10:00', zone: 'UTC', start: '2026-11-26T10:00:00.000Z' },
  base: { start: 't1' },
  ...more,
});

test('a move that was refused for its time is put to a free one, over the time that is there now and in its place', async () => {
  screen.items = [item({ args: { ...Object.assign({}, item({}).args as object), force_book_over_blocked: true } })];
  await screen.draw(<RefusedSession session={session()} zone={zone} now={now} />);
  expect(screen.text()).toContain('A change to this session was refused');
  screen.answer = () => refused('That one is taken too.');
  const free = screen.buttons();
  expect(free).toHaveLength(3);
  await screen.press(free[0] ?? '');
  const [name, args, base, replaces] = screen.sent[0] ?? [];
  expect([name, base, replaces]).toEqual(['appointment.edit', { start: 't5' }, 'r1']);
  expect(args).toMatchObject({ appointment_id: 'a1', zone: 'UTC', minutes: 50 });
  expect(args).not.toHaveProperty('force_book_over_blocked');
  expect(screen.text()).toContain('That one is taken too.');
  screen.answer = () => screen.saved();
  await screen.press(free[0] ?? '');
  expect(screen.text()).not.toContain('That one is taken too.');
});

test('of several refusals the last is said, and none of another session; what is no question of time offers none', async () => {
  const late = item({ uid: 'r2', at: '2026-11-20T09:00:00.000Z', code: 'not_allowed', message: 'No access any more.' });
  screen.items = [late, item({}), item({ uid: 'r3', args: { appointment_id: 'a2' }, message: 'Of another.' })];
  await screen.draw(<RefusedSession session={session()} zone={zone} now={now} />);
  expect(screen.text()).toContain('2 changes to this session were refused');
  expect(screen.text()).toContain('No access any more.');
  expect(screen.text()).not.toContain('Of another.');
  expect(screen.buttons()).toEqual([]);
});
