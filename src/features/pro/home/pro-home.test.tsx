// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { toInstant } from '../../../../sync/core/instant.ts';
import { deviceZone } from '../../../lib/device-zone.ts';
import { clockTime, longDay } from '../../../lib/time.ts';
import { accountRow, memberRow, type DrawnScreen } from '../../../testing/drawn-screen.tsx';
import { ProHome } from './pro-home.tsx';
import { at, from, homeScreen, note, now, rows, sentence, session, told, ways, zone } from './testing/home-rows.ts';

let screen: DrawnScreen;
beforeEach(() => {
  screen = homeScreen();
});

const draw = () => screen.draw(<ProHome />);

test.each([
  ['that is far off in hours and minutes', 135, {}, 'Next, in 2 h 15 min'],
  ['that is near in minutes', 45, {}, 'Next, in 45 min'],
  ['a moment before it begins as in a minute', 0, { start: '2026-11-20T12:00:20.000Z' }, 'Next, in 1 min'],
  ['that begins this moment as under way', 0, {}, 'Now, 50 min left'],
  ['that is under way by what is left of it', -20, {}, 'Now, 30 min left'],
  ['a moment before it ends as a minute', -49, { end: '2026-11-20T12:00:15.000Z' }, 'Now, 1 min left'],
])('a session %s', async (_, begins, body, words) => {
  screen.device.put(session('s', begins, body));
  await draw();
  expect(told()).toEqual([words, `${at(begins)} Mara Test`]);
});

test('next is neither a session that is over, nor one to which somebody did not come, nor a cancelled one, nor one of a colleague; a sample is shown', async () => {
  screen.device.put(
    session('over', -50),
    session('missed', -20, { absent: 'client' }),
    session('no-show', -10, { status: 'cancelled_pro_no_join' }),
    session('cancelled', 10, { status: 'cancelled_patient' }),
    session('another', 15, { clinician: 'pro-2' }),
    session('next', 20, { sample: 'shown' }),
    session('later', 90),
  );
  await draw();
  expect(told()).toEqual(['Next, in 20 min', `${at(20)} Mara Test`]);
  expect(rows()).toHaveLength(5);
});

test('as time passes a session begins, ends, and makes way for the one after it', async () => {
  screen.device.put(session('one', 5), session('two', 60));
  await draw();
  const passes = (minutes: number): void => {
    vi.setSystemTime(Date.parse(from(minutes)));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  expect(told()?.[0]).toBe('Next, in 5 min');
  passes(15);
  expect(told()?.[0]).toBe('Now, 40 min left');
  passes(55);
  expect([told(), sentence()]).toEqual([['Next, in 5 min', `${at(60)} Mara Test`], 'One more session today.']);
  passes(110);
  expect([told(), sentence()]).toEqual([null, 'All 2 sessions are over.']);
});

test.each([
  ['none', [], 'No sessions today.'],
  ['one to come', [session('a', 30)], 'One session today.'],
  ['all to come', [session('a', -10), session('b', 60)], '2 sessions today.'],
  ['one that is over', [session('a', -60)], 'Today’s session is over.'],
  ['all over', [session('a', -180), session('b', -120), session('c', -60)], 'All 3 sessions are over.'],
  ['one more', [session('a', -60), session('b', 60)], 'One more session today.'],
  ['more than one more', [session('a', -60), session('b', 60), session('c', 120)], '2 more sessions today.'],
  [
    'one beside a cancelled one',
    [session('a', 30), session('b', 90, { status: 'cancelled_orchid_pro' })],
    'One session today.',
  ],
  ['one beside a sample', [session('a', 30), session('b', 90, { sample: 'shown' })], 'One session today.'],
])('the day is told in a sentence: %s', async (_, sessions, words) => {
  screen.device.put(...sessions);
  await draw();
  expect(screen.said('h1')).toBe(longDay('2026-11-20', '2026-11-20'));
  expect(sentence()).toBe(words);
});

test('the day, its hours and its sessions are those of the own clock, and whose clock that is is said where the device has another', async () => {
  vi.setSystemTime(Date.parse('2026-11-20T03:00:00.000Z'));
  const on = (id: string, start: string) => session(id, 0, { start, end: toInstant(Date.parse(start) + 50 * 60_000) });
  const evening = '2026-11-20T04:30:00.000Z';
  screen.device.put(
    on('before', '2026-11-19T05:30:00.000Z'),
    on('evening', evening),
    on('morrow', '2026-11-20T06:00:00.000Z'),
  );
  await draw();
  expect([screen.said('h1'), sentence()]).toEqual([longDay('2026-11-19', '2026-11-19'), 'One session today.']);
  expect(rows()).toEqual([`${clockTime(evening, zone)}Mara Test`]);
  expect(screen.said('header p')).toBe('Times are in Chicago time.');
  screen.put(accountRow('pro-1', { timezone: deviceZone() }));
  expect(screen.text()).not.toContain('Times are in');
});

test('while the day is being read that is said, and nothing of it claimed', async () => {
  screen.device.put(session('s', 30));
  screen.device.isHeld = true;
  await draw();
  expect(screen.said('[aria-label="Opening the day"]')).not.toBeNull();
  expect([sentence(), told(), screen.text().includes('Open calendar')]).toEqual([null, null, false]);
  for (let turn = 0; turn < 8; turn += 1) act(() => screen.device.answer());
  expect(screen.said('[aria-label="Opening the day"]')).toBeNull();
  expect([sentence(), told()?.[0]]).toEqual(['One session today.', 'Next, in 30 min']);
});

test('the sessions of today stand in their order, with what is so of each, as a way to it', async () => {
  const signed = session('signed', -120, { held: now });
  screen.device.put(session('b', 10), session('a', -60), signed, session('c', 200));
  screen.device.put(note(signed, { signed: { by: 'pro-1', name: 'Dr. Bell', at: now } }));
  await draw();
  expect(rows()).toEqual([
    `${at(-120)}Mara TestSigned`,
    `${at(-60)}Mara TestNo note yet`,
    `${at(10)}Mara TestSoon`,
    `${at(200)}Mara Test`,
  ]);
  const links = [...document.querySelectorAll('[aria-label="Today"] a')].map((one) => one.getAttribute('href'));
  expect(links).toEqual([
    '/pro-dashboard/schedule',
    ...['signed', 'a', 'b', 'c'].map((id) => `/pro-dashboard/schedule/${id}`),
  ]);
  // What is over stands back.
  const stand = [...document.querySelectorAll('[aria-label="Today"] li a')].map((one) => one.hasAttribute('data-past'));
  expect(stand).toEqual([true, true, false, false]);
});

const toNote = '/pro-dashboard/sessions/s/note';
const toChart = '/pro-dashboard/patient-charts/c';
const signature = { signed: { by: 'pro-1', name: 'Dr. Bell', at: now } };
test.each([
  [
    'who treats, without a note',
    'treating',
    null,
    [
      ['Write note', toNote],
      ['Open chart', toChart],
    ],
  ],
  [
    'who treats, of a begun note',
    'treating',
    {},
    [
      ['Open note', toNote],
      ['Open chart', toChart],
    ],
  ],
  [
    'who treats, of a signed note',
    'treating',
    signature,
    [
      ['Read note', toNote],
      ['Open chart', toChart],
    ],
  ],
  ['who supervises, without a note', 'supervisor', null, [['Open chart', toChart]]],
  [
    'who supervises, of a begun note',
    'supervisor',
    {},
    [
      ['Read note', toNote],
      ['Open chart', toChart],
    ],
  ],
  ['who holds the session alone', 'scheduler', null, [['Open client', toChart]]],
] as const)('of the next session is offered to %s (%s)', async (_, role, written, offered) => {
  const held = session('s', 10);
  screen.device.put(memberRow('pro-1', { ended: '2026-11-01T00:00:00.000Z' }));
  screen.device.put(memberRow('pro-1', { role }), held);
  if (written) screen.device.put(note(held, written));
  await draw();
  expect(ways()).toEqual(offered);
});
