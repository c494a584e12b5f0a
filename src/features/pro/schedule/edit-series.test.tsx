// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Appointment } from '../../../../sync/collections/appointment.ts';
import { chartScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { officeIdOf } from '../../../../sync/collections/office-copy.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, refused } from '../../../testing/drawn-screen.tsx';
import type { Done } from './calendar-acts.ts';
import { EditSessionSheet } from './edit-session-sheet.tsx';
import { Told } from './testing/told.tsx';

const now = '2026-11-20T12:00:00.000Z';
const scope = chartScope('c');
let screen: DrawnScreen;
let told: Done[];
let closed: number;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), cardRow, memberRow(), series);
  screen.device.put(...sessions.map((record) => ({ collection: 'appointment', record })));
  [told, closed] = [[], 0];
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
  vi.useRealTimers();
});

const weekly = (day: string, body: Partial<Appointment> = {}) => ({
  ...sessionOf(`s.2026-${day}`, {
    clinician: 'pro-1',
    local_start: `2026-${day}T09:00`,
    start: `2026-${day}T09:00:00.000Z`,
    end: `2026-${day}T09:50:00.000Z`,
    series: { id: 's', date: `2026-${day}` },
    ...body,
  }),
  stamps: { start: 't5', place: 'p5' },
});
const looked = weekly('11-24');
const sessions = [weekly('11-17'), looked, weekly('12-01'), weekly('12-08', { minutes: 30 })];
const facts = { appointment_type_label: 'Regular Session', place: 'telehealth' };
const series = {
  collection: 'appointment_series',
  record: {
    id: 's',
    scope,
    stamps: { plan_time: 'w1', plan_start: 'w2', plan_place: 'w3' },
    body: {
      clinician: 'pro-1',
      clinician_name: 'Dr. Bell',
      practice_id: 'x',
      first: '2026-11-17',
      rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 4 } },
      plan: [{ from: '2026-11-17', days: 0, time: '09:00', zone: 'UTC', minutes: 50, facts }],
      laid_through: '2026-12-08',
      create_datetime: now,
      modify_datetime: now,
    },
  },
};

const draw = (session = looked) =>
  screen.draw(
    <Told to={told}>
      <EditSessionSheet session={session} name="Mara Test" onClose={() => void (closed += 1)} />
    </Told>,
  );
const following = { appointment_id: 's.2026-11-24', reach: 'following' };

test('[CA-9] what follows is moved by its local time, over the session and the plan on screen; its undo puts the plan back over what that made', async () => {
  await draw();
  await screen.type('time', '10:00');
  await screen.press('This and following');
  expect(screen.text()).toContain('This changes 2 sessions. One stays as it is: 1 was changed on its own.');
  await screen.press('Save');
  expect(screen.sent).toHaveLength(1);
  const [name, args, base] = screen.sent[0] ?? [];
  expect([name, args]).toEqual([
    'appointment_series.edit',
    { ...following, local_start: '2026-11-24T10:00', zone: 'UTC' },
  ]);
  expect(base).toEqual({ start: 't5', plan_start: 'w2' });
  expect([told.map(({ words }) => words), closed]).toEqual([
    ['Changed: Mara Test, 2 sessions. Saved on this device.'],
    1,
  ]);
  await told[0]?.undo?.();
  expect(screen.sent.slice(1)).toEqual([
    [
      'appointment_series.edit',
      { ...following, local_start: '2026-11-24T09:00', zone: 'UTC', minutes: 50 },
      { start: 'u1' },
    ],
  ]);
});

test('[CA-9] a refused change of a series keeps the sheet, what was typed and which sessions were meant', async () => {
  await draw();
  await screen.type('time', '10:00');
  await screen.press('All to come');
  screen.answer = () => refused('Changed meanwhile.');
  await screen.press('Save');
  expect([screen.alert(), closed, told, screen.field('time').value]).toEqual(['Changed meanwhile.', 0, [], '10:00']);
  screen.answer = () => screen.saved();
  await screen.press('Save');
  expect(screen.sent.map(([, args]) => Reflect.get(Object(args), 'reach'))).toEqual(['all', 'all']);
});

test('[CA-9] of a session alone nothing of its series is said', async () => {
  await draw();
  await screen.type('minutes', '45');
  await screen.press('Save');
  await told[0]?.undo?.();
  expect(screen.sent).toEqual([
    ['appointment.edit', { appointment_id: 's.2026-11-24', minutes: 45 }, { start: 't5' }],
    ['appointment.edit', { appointment_id: 's.2026-11-24', minutes: 50 }, { start: 'u1' }],
  ]);
});

test('a time that is blocked is asked about; booked over, it is not taken back by a word that would book over it again', async () => {
  const span = { local_start: '2026-11-24T11:00', start: '2026-11-24T11:00:00.000Z', end: '2026-11-24T12:00:00.000Z' };
  const body = { ...span, zone: 'UTC', minutes: 60, clinician: 'pro-1', practice_id: 'x', label: '' };
  screen.device.put({ collection: 'blocked_interval', record: { id: 'b1', scope: 'account:pro-1', body } });
  await draw();
  await screen.type('time', '11:00');
  await screen.press('Save');
  expect([screen.sent, screen.alert()]).toEqual([[], 'This time is blocked. Choose another one, or book over it.']);
  await screen.press('Book over the blocked time');
  await screen.press('Save');
  expect(screen.sent[0]?.[1]).toMatchObject({ local_start: '2026-11-24T11:00', force_book_over_blocked: true });
  expect([told[0]?.undo, closed]).toEqual([undefined, 1]);
});

test('[CA-1] what was said of one blocked time counts for no other that is chosen after it', async () => {
  const span = { local_start: '2026-11-24T11:00', start: '2026-11-24T11:00:00.000Z', end: '2026-11-24T12:00:00.000Z' };
  const body = { ...span, zone: 'UTC', minutes: 60, clinician: 'pro-1', practice_id: 'x', label: '' };
  screen.device.put({ collection: 'blocked_interval', record: { id: 'b1', scope: 'account:pro-1', body } });
  await draw();
  await screen.type('time', '11:00');
  await screen.press('Book over the blocked time');
  await screen.type('time', '15:00');
  await screen.press('Save');
  expect(screen.sent).toHaveLength(1);
  expect(screen.sent[0]?.[1]).toMatchObject({ local_start: '2026-11-24T15:00' });
  expect(screen.sent[0]?.[1]).not.toHaveProperty('force_book_over_blocked');
  expect([typeof told[0]?.undo, closed]).toEqual(['function', 1]);
});

const office = (id: string, is_default: boolean) => ({
  collection: 'office_location',
  record: {
    id,
    scope: practiceScope('x'),
    body: { orchid_pro_user_id: 'pro-1', session_location_type: 'in-person', office_name: id, is_default },
  },
});

test('[CA-13] one that is held in person from now on is so in the usual office; where that was not saved it is told', async () => {
  screen.device.put(office('oak', true), office('elm', false));
  await draw();
  await screen.type('place', 'office_location');
  screen.answer = ([name]) => (name === 'session_office.say' ? refused('No such office.') : screen.saved());
  await screen.press('Save');
  expect(screen.sent).toEqual([
    ['appointment.edit', { appointment_id: 's.2026-11-24', place: 'office_location' }, { place: 'p5' }],
    ['session_office.say', { appointment_id: 's.2026-11-24', office_location_id: 'oak' }, { office_location_id: '' }],
  ]);
  expect([told[0]?.words.endsWith('The office was not saved: No such office.'), closed]).toEqual([true, 1]);
});

test('[CA-13] another office is said over the one on screen; taken back with the rest, the one of before over what that made', async () => {
  const said = { appointment_id: looked.id, clinician: 'pro-1', office_location_id: 'oak', office_name: 'oak' };
  const record = { id: officeIdOf(looked.id), scope, stamps: { office_location_id: 'o4' }, body: said };
  screen.device.put(office('oak', true), office('elm', false));
  screen.put({ collection: 'session_office', record });
  await draw({ ...looked, body: { ...looked.body, place: 'office_location' } });
  screen.put({
    collection: 'appointment',
    record: { ...looked, body: { ...looked.body, place: 'office_location' } },
  });
  await screen.type('minutes', '45');
  await screen.type('office_location_id', 'elm');
  await screen.press('Save');
  await told[0]?.undo?.();
  const of = { appointment_id: looked.id };
  expect(screen.sent).toEqual([
    ['appointment.edit', { ...of, minutes: 45 }, { start: 't5' }],
    ['session_office.say', { ...of, office_location_id: 'elm' }, { office_location_id: 'o4' }],
    ['appointment.edit', { ...of, minutes: 50 }, { start: 'u1' }],
    ['session_office.say', { ...of, office_location_id: 'oak' }, { office_location_id: 'u2' }],
  ]);
});

test('what was left as it was closes, and nothing is sent or told', async () => {
  await draw();
  await screen.press('Save');
  expect([screen.sent, told, closed]).toEqual([[], [], 1]);
});
