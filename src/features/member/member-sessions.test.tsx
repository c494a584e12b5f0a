// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Appointment } from '../../../sync/collections/appointment.ts';
import { chartScope } from '../../../sync/collections/classes.ts';
import { officeIdOf } from '../../../sync/collections/office-copy.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { deviceZone } from '../../lib/device-zone.ts';
import { clockSpan, dateIn, longDay, relativeDay, relativeTime, zoneName, zonePlace } from '../../lib/time.ts';
import { accountRow, DrawnScreen } from '../../testing/drawn-screen.tsx';
import { MemberHome } from './member-home.tsx';
import { MemberSessions } from './member-sessions.tsx';

const now = '2026-11-20T12:00:00.000Z';
/** A member has the clock of the device, whatever their account says. */
const own = deviceZone();
let screen: DrawnScreen;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen('m');
  screen.device.put(accountRow('m', { user_type: 'member', timezone: 'Asia/Tokyo' }));
});
afterEach(() => {
  screen.leave();
  vi.useRealTimers();
});

const at = (id: string, start: string, body: Partial<Appointment> = {}) => {
  const end = new Date(Date.parse(start) + 50 * 60_000).toISOString();
  const record = sessionOf(id, { start, end, zone: own, clinician_name: `Dr. ${id}`, ...body });
  return { ...record, scope: chartScope('c') };
};
const put = (...sessions: readonly ReturnType<typeof at>[]) =>
  screen.device.put(...sessions.map((record) => ({ collection: 'appointment', record })));
const rowsOf = (label: string) =>
  [...document.querySelectorAll(`[aria-label="${label}"] li`)].map((one) => one.textContent ?? '');

test('sessions that are not over come soonest first, the others latest first, up to the very end of each', async () => {
  put(
    at('B', '2026-11-22T09:00:00.000Z'),
    at('A', '2026-11-20T11:11:00.000Z'),
    at('over', '2026-11-20T11:10:00.000Z'),
    at('old', '2026-11-10T09:00:00.000Z'),
  );
  await screen.draw(<MemberSessions />);
  expect(rowsOf('Upcoming').map((words) => /Dr\. \w+?(?=Video)/.exec(words)?.[0])).toEqual(['Dr. A', 'Dr. B']);
  expect(rowsOf('Past').map((words) => /Dr\. \w+?(?=Video)/.exec(words)?.[0])).toEqual(['Dr. over', 'Dr. old']);
});

test('[C-169] each is told by the own clock, and where the practice’s shows another, by that too, with its date', async () => {
  const session = at('A', '2026-11-24T20:30:00.000Z', { zone: 'Asia/Tokyo' });
  put(session);
  await screen.draw(<MemberSessions />);
  const { body } = session;
  expect(screen.text()).toContain(`Times are in ${zoneName(own)}, your own.`);
  expect(screen.text()).toContain(`${relativeDay(dateIn(body.start, own), dateIn(now, own))}, ${clockSpan(body, own)}`);
  const there = longDay('2026-11-25', dateIn(now, 'Asia/Tokyo'));
  expect(screen.text()).toContain(`${zoneName('Asia/Tokyo')}: ${there}, ${clockSpan(body, 'Asia/Tokyo')}`);
});

test('[C-169] where both clocks show the same nothing is said twice', async () => {
  put(at('A', '2026-11-24T20:30:00.000Z'));
  await screen.draw(<MemberSessions />);
  expect(screen.text()).toContain(`Times are in ${zoneName(own)}.`);
  expect(screen.text()).not.toContain('your own');
});

test.each([
  ['proposed', 'Your clinician may ask a late fee of you: $50'],
  ['owed', 'Late fee: $50'],
  ['waived', null],
  ['in_time', null],
] as const)('[CA-6] of a late fee that is %s the client is told: %s', async (state, words) => {
  put(
    at('A', '2026-11-24T20:30:00.000Z', {
      status: 'cancelled_patient',
      late_fee: { cents: 5000, state, at: now },
    }),
  );
  await screen.draw(<MemberSessions />);
  if (words === null) expect(screen.text()).not.toMatch(/late fee/i);
  else expect(screen.text()).toContain(words);
  expect(screen.text()).toContain('Cancelled');
  expect(screen.buttons()).toEqual([]);
});

test('what is still to be sent says that it is not with the clinician yet', async () => {
  screen.device.put(
    ...[{ ...at('A', '2026-11-24T20:30:00.000Z'), pending: true }, at('B', '2026-11-25T20:30:00.000Z')].map(
      (record) => ({
        collection: 'appointment',
        record,
      }),
    ),
  );
  await screen.draw(<MemberSessions />);
  expect(rowsOf('Upcoming').map((words) => words.includes('Not yet with your clinician'))).toEqual([true, false]);
});

const office = (id: string) => ({
  collection: 'session_office',
  record: {
    id: officeIdOf(id),
    scope: chartScope('c'),
    body: {
      appointment_id: id,
      clinician: 'p1',
      office_location_id: 'oak',
      office_name: 'Oak House',
      office_address_line1: '1 Oak St',
      office_address_line2: '',
      office_city: 'Reno',
      office_state: 'NV',
      office_zipcode: '89501',
    },
  },
});

test('[CA-13] the way is shown to a session in person that takes place, and to none that is over or cancelled', async () => {
  const place = 'office_location' as const;
  put(
    at('on', '2026-11-24T20:30:00.000Z', { place }),
    at('off', '2026-11-25T20:30:00.000Z', { place, status: 'cancelled_orchid_pro' }),
    at('over', '2026-11-10T20:30:00.000Z', { place }),
  );
  screen.device.put(...['on', 'off', 'over'].map(office));
  await screen.draw(<MemberSessions />);
  const shown = [...rowsOf('Upcoming'), ...rowsOf('Past')].map((words) => words.includes('Oak House'));
  expect(shown).toEqual([true, false, false]);
  expect(screen.text()).toContain('1 Oak StReno, NV 89501');
});

test('nothing is said to be planned before the device has answered', async () => {
  screen.device.isHeld = true;
  await screen.draw(<MemberSessions />);
  expect(screen.text()).not.toContain('No session is planned');
  screen.put();
  expect(screen.text()).toContain('No session is planned');
});

test('the home names the next that takes place, by both clocks, and the three after it', async () => {
  const [next, ...later] = ['21', '22', '23', '24', '25'].map((day) =>
    at(`d${day}`, `2026-11-${day}T20:30:00.000Z`, day === '21' ? { zone: 'Asia/Tokyo' } : {}),
  );
  put(at('off', '2026-11-20T20:30:00.000Z', { status: 'cancelled_patient' }), ...(next ? [next] : []), ...later);
  await screen.draw(<MemberHome />);
  expect(screen.said('h1')).toBe(`${relativeTime('2026-11-21T20:30:00.000Z', own, now)} with Dr. d21`);
  expect(screen.text()).toContain('Your next session');
  expect(screen.text()).toContain(`Your time (${zonePlace(own)})`);
  expect(screen.text()).toContain(`${zoneName('Asia/Tokyo')}: ${longDay('2026-11-22', '2026-11-20')}`);
  expect(rowsOf('What comes next').map((words) => words.slice(-3))).toEqual(['d22', 'd23', 'd24']);
});

test('a session that goes on has begun, and one within twelve hours says in how long it does', async () => {
  put(at('A', '2026-11-20T11:50:00.000Z'));
  await screen.draw(<MemberHome />);
  expect(screen.text()).toContain('Your session has begun');
  expect(screen.text()).not.toContain(', in ');
  screen.leave();
  screen = new DrawnScreen('m');
  put(at('A', '2026-11-20T23:59:00.000Z'));
  await screen.draw(<MemberHome />);
  expect(screen.text()).toContain(`${zoneName(own)}, in 11 h 59 min`);
  screen.leave();
  screen = new DrawnScreen('m');
  put(at('A', '2026-11-21T00:00:00.000Z'));
  await screen.draw(<MemberHome />);
  expect(screen.text()).not.toContain(', in ');
});
