// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { accountScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { occurrenceIdOf } from '../../../../sync/collections/appointment.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { notTakenMessage } from '../../../forms/save-state.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, refused } from '../../../testing/drawn-screen.tsx';
import type { Again } from './booking-refusals.ts';
import type { Begun, Done } from './calendar-acts.ts';
import { NewSessionSheet } from './new-session-sheet.tsx';
import { Told } from './testing/told.tsx';
import { whenWords } from './words.ts';

// Half past four in the morning in Chicago, where who books is.
const now = '2026-11-20T10:30:00.000Z';
let screen: DrawnScreen;
let told: Done[];
let closed: number;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow());
  screen.answer = ([name]) => screen.saved(...(name.endsWith('.book') ? ['new-1'] : []));
  [told, closed] = [[], 0];
});
afterEach(() => {
  screen.leave();
  unsavedTexts.letGo();
  vi.useRealTimers();
});

const draw = (begun: Begun, again: Again | null = null) =>
  screen.draw(
    <Told to={told}>
      <NewSessionSheet {...{ begun, again }} onClose={() => void (closed += 1)} />
    </Told>,
  );

const begun = { chartId: 'c', date: '2026-12-01', minute: 9 * 60 };
const time = {
  local_start: '2026-12-01T09:00',
  zone: 'America/Chicago',
  minutes: 50,
  start: '2026-12-01T15:00:00.000Z',
};
const facts = {
  chart_id: 'c',
  clinician: 'pro-1',
  appointment_type_label: 'Individual session',
  kind: 'regular',
  place: 'telehealth',
};
const span = { start: time.start, end: '2026-12-01T15:50:00.000Z' };
const theirs = whenWords(span, 'America/Chicago', '2026-11-20');
const office = (id: string, is_default: boolean) => ({
  collection: 'office_location',
  record: {
    id,
    scope: practiceScope('x'),
    body: { orchid_pro_user_id: 'pro-1', session_location_type: 'in-person', office_name: id, is_default },
  },
});
const block = {
  collection: 'blocked_interval',
  record: {
    id: 'b1',
    scope: accountScope('pro-1'),
    body: { ...time, end: span.end, clinician: 'pro-1', label: '', practice_id: 'x' },
  },
};

test('what was pointed at is booked by the clock of who books; taken back, that session is cancelled', async () => {
  await draw(begun);
  await screen.press('Book the session');
  expect(screen.sent).toEqual([['appointment.book', { ...facts, ...time }]]);
  expect(told.map(({ words }) => words)).toEqual([`Mara Test, ${theirs}. Saved on this device.`]);
  expect(closed).toBe(1);
  await told[0]?.undo?.();
  expect(screen.sent.at(-1)).toEqual(['appointment.cancel', { appointment_id: 'new-1' }]);
});

test('where nothing was pointed at, the next full hour of the own clock stands there, on another day nine', async () => {
  await draw({});
  expect([screen.field('date').value, screen.field('time').value]).toEqual(['2026-11-20', '05:00']);
  screen.leave();
  unsavedTexts.letGo();
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow());
  await draw({ date: '2026-11-21' });
  expect([screen.field('date').value, screen.field('time').value]).toEqual(['2026-11-21', '09:00']);
});

test('without a client nothing is sent; one whose chart is put away is chosen for nobody', async () => {
  screen.device.put({
    ...cardRow,
    record: {
      ...cardRow.record,
      body: { first_name: 'Mara', last_name: 'Test', timezone: 'UTC', practice_id: 'x', archived: now },
    },
  });
  await draw(begun);
  await screen.press('Book the session');
  expect([screen.sent, screen.text().includes('Please choose a client')]).toEqual([[], true]);
});

test('a refusal is said, and all that was typed stays; where it throws too', async () => {
  await draw(begun);
  await screen.type('minutes', '45');
  screen.answer = () => refused('There is a conflicting session.');
  await screen.press('Book the session');
  expect([screen.alert(), closed, told]).toEqual(['There is a conflicting session.', 0, []]);
  expect(screen.field('minutes').value).toBe('45');
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Book the session');
  expect([screen.alert(), closed, screen.field('minutes').value]).toEqual([notTakenMessage, 0, '45']);
});

test('a blocked time is asked about first, and booked over by choice alone', async () => {
  screen.device.put(block);
  await draw(begun);
  await screen.press('Book the session');
  expect([screen.sent, closed]).toEqual([[], 0]);
  expect(screen.alert()).toBe('This time is blocked. Choose another one, or book over it.');
  await screen.press('Book over the blocked time');
  await screen.press('Book the session');
  expect(screen.sent).toEqual([['appointment.book', { ...facts, ...time, force_book_over_blocked: true }]]);
});

test('[CA-1] what was said of one blocked time counts for no other that is chosen after it', async () => {
  screen.device.put(block);
  await draw(begun);
  await screen.press('Book over the blocked time');
  await screen.type('time', '20:00');
  await screen.press('Book the session');
  expect(screen.sent).toHaveLength(1);
  expect(screen.sent[0]?.[1]).not.toHaveProperty('force_book_over_blocked');
});

const person = {
  collection: 'chart_person',
  record: {
    id: 'c.1',
    scope: 'chart:c',
    body: { chart_id: 'c', first_name: 'Mara', last_name: 'Test', home_state: 'NY', country: 'US' },
  },
};

test('[CA-5] where the client will be is said over what the booking made; what of it was not saved is told, and the session stands', async () => {
  screen.device.put(person);
  await draw(begun);
  screen.answer = ([name]) => (name === 'session_place.say' ? refused('No licence.') : screen.saved('new-1'));
  await screen.press('Book the session');
  expect(screen.sent[1]).toEqual([
    'session_place.say',
    { appointment_id: 'new-1', client_state: 'NY' },
    { client_state: '', start: 'u1' },
  ]);
  expect(told[0]?.words).toBe(
    `Mara Test, ${theirs}. Saved on this device. Where the client will be was not saved: No licence.`,
  );
  expect(closed).toBe(1);
});

test('[CA-13] one in person is in the usual office, and says no place of the client', async () => {
  screen.device.put(person, office('oak', false), office('elm', true));
  await draw(begun);
  await screen.type('place', 'office_location');
  await screen.press('Book the session');
  expect(screen.sent.slice(1)).toEqual([
    [
      'session_office.say',
      { appointment_id: 'new-1', office_location_id: 'elm' },
      { office_location_id: '', start: 'u1' },
    ],
  ]);
});

test('[CA-9] one that repeats is booked as a series at its local time, and taken back as a whole', async () => {
  await draw(begun);
  await screen.type('repeats', 'week');
  await screen.type('count', '3');
  await screen.press('Book the sessions');
  const { start: _start, ...planned } = time;
  expect(screen.sent).toEqual([
    [
      'appointment_series.book',
      {
        ...facts,
        ...planned,
        rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 3 } },
        sessions: [{ date: '2026-12-01' }, { date: '2026-12-08' }, { date: '2026-12-15' }],
      },
    ],
  ]);
  expect(told[0]?.words).toMatch(/^Mara Test: 3 sessions from .*Saved on this device\.$/);
  await told[0]?.undo?.();
  const all = { appointment_id: occurrenceIdOf('new-1', '2026-12-01'), reach: 'all' };
  expect(screen.sent.at(-1)).toEqual(['appointment_series.cancel', all]);
});

test('[CA-9] a date that is blocked is left out of a series until it is ticked, and a refused series keeps the sheet', async () => {
  screen.device.put(block);
  await draw(begun);
  await screen.type('repeats', 'week');
  await screen.type('count', '2');
  screen.answer = () => refused('Not now.');
  await screen.press('Book the sessions');
  expect(screen.sent[0]?.[1]).toMatchObject({ sessions: [{ date: '2026-12-08' }] });
  expect(screen.sent[0]?.[1]).not.toHaveProperty('force_book_over_blocked');
  expect([screen.alert(), closed, told]).toEqual(['Not now.', 0, []]);
});

const item: AttentionItem = {
  uid: 'r1',
  at: now,
  kind: 'rejected',
  name: 'appointment.book',
  code: 'conflicting_session',
  message: 'Taken.',
  args: {},
};

test('one that was refused is said again in its place, by the clock by which it was said', async () => {
  const said = { chart_id: 'c', date: '2026-12-02', time: '10:00', minutes: '30', clinician: 'pro-1' };
  await draw({}, { item, said, zone: 'America/New_York' });
  await screen.press('Book the session');
  const meant = {
    local_start: '2026-12-02T10:00',
    zone: 'America/New_York',
    minutes: 30,
    start: '2026-12-02T15:00:00.000Z',
  };
  expect(screen.sent).toEqual([['appointment.book', { ...facts, ...meant }, undefined, 'r1']]);
  const end = '2026-12-02T15:30:00.000Z';
  expect(told[0]?.words).toContain(whenWords({ start: meant.start, end }, 'America/Chicago', '2026-11-20'));
});

test('the front desk chooses with whom, and says nothing of where the client will be', async () => {
  screen.leave();
  screen = new DrawnScreen('desk-1');
  screen.answer = () => screen.saved('new-1');
  screen.device.put(
    accountRow('desk-1'),
    practiceRow,
    cardRow,
    person,
    memberRow('desk-1', { role: 'scheduler' }, practiceScope('x')),
    {
      collection: 'professional',
      record: {
        id: 'pro-1',
        scope: practiceScope('x'),
        body: { cognito_sub: 'pro-1', display_name: 'Dr. Bell', practice_id: 'x' },
      },
    },
  );
  await draw(begun, { item, said: { client_state: 'NY' }, zone: 'America/Chicago' });
  await screen.press('Book the session');
  expect([screen.sent, closed]).toEqual([[], 0]);
  await screen.type('clinician', 'pro-1');
  await screen.press('Book the session');
  expect(screen.sent).toEqual([['appointment.book', { ...facts, ...time }, undefined, 'r1']]);
});
