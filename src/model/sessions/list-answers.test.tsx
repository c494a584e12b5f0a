// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AttentionItem } from '../../../sync/client/api.ts';
import { chartScope, practiceScope } from '../../../sync/collections/classes.ts';
import { transferIdOf } from '../../../sync/collections/session-transfer.ts';
import { wishIdOf } from '../../../sync/collections/session-wish.ts';
import { unplacedIdOf } from '../../../sync/collections/unplaced-session.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { clockSpan, clockTime, longDay, shortDay } from '../../lib/time.ts';
import { notTakenWords } from '../../lib/use-change.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow, refused } from '../../testing/drawn-screen.tsx';
import { AskedOfMe } from './asked-of-me.tsx';
import { UnplacedSessions } from './unplaced-sessions.tsx';
import { WishOfSession } from './wish-of-session.tsx';

const now = '2026-11-20T12:00:00.000Z';
const scope = chartScope('c');
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

const waits = (day: string, more: object = {}) => ({
  collection: 'unplaced_session',
  record: {
    id: unplacedIdOf('s', day),
    scope,
    stamps: { state: 'v1' },
    body: {
      ...sessionOf('', { clinician: 'pro-1' }).body,
      series: { id: 's', date: day },
      zone: 'America/New_York',
      local_start: `${day}T04:00`,
      start: `${day}T09:00:00.000Z`,
      end: `${day}T09:50:00.000Z`,
      why: 'conflicting_session',
      taken: [],
      state: 'open',
      ...more,
    },
  },
});
const drop = (dropped: boolean, state: string, day = '2026-12-01') => [
  'unplaced_session.drop',
  { unplaced_id: unplacedIdOf('s', day), dropped },
  { state },
];

test('[CA-9] one is left out over the version on screen, and its undo over what that made; the time is by the clock of the session', async () => {
  screen.device.put(waits('2026-12-01'));
  await screen.draw(<UnplacedSessions />);
  const when = `${shortDay('2026-12-01', '2026-11-20')}, ${clockSpan(waits('2026-12-01').record.body, 'America/New_York')}`;
  expect(screen.text()).toContain(`${when} New York time`);
  await screen.press('Leave it out');
  expect(screen.said('output')).toBe(`Mara Test, ${when}: left out.`);
  await screen.press('Undo');
  expect(screen.sent).toEqual([drop(true, 'v1'), drop(false, 'u1')]);
  expect(screen.said('output')).toBe('Taken back.');
});

test('[CA-9] another time is taken by the clock of the session, over the version on screen', async () => {
  screen.device.put(waits('2026-12-01', { stands: true }));
  await screen.draw(<UnplacedSessions />);
  await screen.press('Another time');
  expect(screen.field('datetime-local').value).toBe('2026-12-01T04:00');
  await screen.type('datetime-local', '2026-12-02T10:00');
  await screen.press('Book it then');
  const start = '2026-12-02T15:00:00.000Z';
  expect(screen.sent).toEqual([
    [
      'unplaced_session.place',
      {
        unplaced_id: unplacedIdOf('s', '2026-12-01'),
        local_start: '2026-12-02T10:00',
        zone: 'America/New_York',
        minutes: 50,
        start,
      },
      { state: 'v1' },
    ],
  ]);
  const then = clockSpan({ start, end: '2026-12-02T15:50:00.000Z' }, 'America/New_York');
  expect(screen.said('output')).toBe(
    `Mara Test: now ${shortDay('2026-12-02', '2026-11-20')}, ${then}. Saved on this device.`,
  );
});

test('[CA-9] of a time that has passed, what is free from now on is offered', async () => {
  screen.device.put(waits('2026-11-19'));
  await screen.draw(<UnplacedSessions />);
  await screen.press('Another time');
  expect(screen.field('datetime-local').value).toBe('2026-11-20T07:00');
});

test('[CA-9] what is refused is said at the one that it is of, and nothing as done; where it throws too', async () => {
  screen.device.put(waits('2026-12-01'));
  await screen.draw(<UnplacedSessions />);
  screen.answer = () => refused('Somebody has placed it.');
  await screen.press('Leave it out');
  expect([screen.alert(), screen.said('output'), screen.button('Undo')]).toEqual([
    'Somebody has placed it.',
    '',
    undefined,
  ]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Leave it out');
  expect([screen.alert(), screen.button('Leave it out')?.disabled]).toEqual([notTakenWords, false]);
  screen.answer = () => screen.saved();
  await screen.press('Leave it out');
  expect(screen.alert()).toBeNull();
  screen.answer = () => refused('It was placed meanwhile.');
  await screen.press('Undo');
  expect(screen.said('output')).toBe('It was placed meanwhile.');
  expect(screen.button('Undo')).toBeUndefined();
});

test('[CA-9] three are shown at once, by the time that was wanted, and all of them are counted', async () => {
  const days = ['2026-12-15', '2026-12-01', '2026-12-22', '2026-12-08'];
  screen.device.put(...days.map((day) => waits(day)));
  await screen.draw(<UnplacedSessions />);
  const names = () => [...document.querySelectorAll('li')].map((one) => one.textContent ?? '');
  expect([screen.said('h2'), names()]).toEqual([
    'Needs a time4',
    ['2026-12-01', '2026-12-08', '2026-12-15'].map((day) => expect.stringContaining(shortDay(day, '2026-11-20'))),
  ]);
  await screen.press('Show all 4');
  expect([names().length, screen.button('Show all 4')]).toEqual([4, undefined]);
});

test('[CA-9] the front desk has those of every clinician of its practice, with whose each is', async () => {
  const professional = (sub: string) => ({
    collection: 'professional',
    record: { id: sub, scope: practiceScope('x'), body: { cognito_sub: sub, display_name: sub, practice_id: 'x' } },
  });
  screen.device.put(waits('2026-12-01', { clinician: 'pro-2', clinician_name: 'Dr. Cole' }), professional('pro-2'));
  await screen.draw(<UnplacedSessions />);
  expect(screen.text()).toBe('');
  screen.put(memberRow('pro-1', { role: 'scheduler' }, practiceScope('x')));
  expect(screen.text()).toContain('With Dr. Cole.');
});

const session = { ...sessionOf('a1', { clinician: 'pro-1' }), stamps: { start: 's7' } };
const wish = {
  collection: 'session_wish',
  record: {
    id: wishIdOf('a1'),
    scope,
    stamps: { state: 'v3' },
    body: {
      appointment_id: 'a1',
      asked_by: 'm',
      times: [{ local_start: '2026-12-01T10:00', zone: 'UTC', start: '2026-12-01T10:00:00.000Z' }],
      seen_start: session.body.start,
      state: 'asked',
      modify_datetime: now,
    },
  },
};

test('[CA-11] an answer to a wish that is refused is said, and nothing as done; the next one takes that away', async () => {
  screen.device.put(wish);
  const done: string[] = [];
  await screen.draw(<WishOfSession {...{ session, now }} name="Mara Test" onDone={(words) => done.push(words)} />);
  screen.answer = () => refused('Answered meanwhile.');
  await screen.press('Keep the time');
  expect([screen.alert(), done, screen.button('Keep the time')?.disabled]).toEqual(['Answered meanwhile.', [], false]);
  screen.answer = () => Promise.reject(new Error('the storage is full'));
  await screen.press('Keep the time');
  expect([screen.alert(), done]).toEqual([notTakenWords, []]);
  screen.answer = () => screen.saved();
  await screen.press('Keep the time');
  expect([screen.alert(), done]).toEqual([null, ['Mara Test: the time is kept. Saved on this device.']]);
  expect(screen.sent.at(-1)).toEqual([
    'session_wish.answer',
    { appointment_id: 'a1', answer: 'decline' },
    { state: 'v3', start: 's7' },
  ]);
});

test('[CA-11] of several refused answers the last one is said, and none of another change', async () => {
  const item = (name: string, message: string): AttentionItem => ({
    uid: message,
    at: now,
    kind: 'rejected',
    name,
    code: 'x',
    message,
    args: { appointment_id: 'a1' },
  });
  screen.items = [
    item('session_wish.answer', 'First.'),
    item('session_wish.answer', 'Last.'),
    item('appointment.edit', 'Edit.'),
  ];
  screen.device.put(wish);
  await screen.draw(<WishOfSession {...{ session, now }} name="Mara Test" onDone={() => undefined} />);
  expect(screen.text()).toContain('Your answer was refusedLast.');
  expect(screen.text()).not.toContain('First.');
  expect(screen.text()).not.toContain('Edit.');
});

test('[CA-8] what colleagues ask of this account stands there by its beginning, in the own clock; nothing of what is over', async () => {
  const asked = (id: string, start: string, body: object = {}) => {
    const end = new Date(Date.parse(start) + 50 * 60_000).toISOString();
    return [
      { collection: 'appointment', record: { ...sessionOf(id, { clinician: 'pro-2', start, end, ...body }), scope } },
      {
        collection: 'session_transfer',
        record: {
          id: transferIdOf(id),
          scope,
          body: { appointment_id: id, to: 'pro-1', from: 'pro-2', from_name: 'Dr. Cole', state: 'proposed' },
        },
      },
    ];
  };
  screen.device.put(
    ...asked('late', '2026-11-22T03:00:00.000Z'),
    ...asked('soon', '2026-11-21T03:00:00.000Z'),
    ...asked('begun', now),
    ...asked('off', '2026-11-23T03:00:00.000Z', { status: 'cancelled_orchid_pro' }),
  );
  await screen.draw(<AskedOfMe />);
  const rows = [...document.querySelectorAll('li')].map((one) => one.textContent);
  const words = (day: string, start: string) =>
    `Mara Test${longDay(day, '2026-11-20')}, ${clockTime(start, 'America/Chicago')}asked by Dr. Cole`;
  expect([screen.said('h2'), rows]).toEqual([
    'Sessions to take over2',
    [words('2026-11-20', '2026-11-21T03:00:00.000Z'), words('2026-11-21', '2026-11-22T03:00:00.000Z')],
  ]);
});
