// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chartScope } from '../../../../sync/collections/classes.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { monthYear } from '../../../lib/time.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow } from '../../../testing/drawn-screen.tsx';
import { ScheduleAside } from './schedule-aside.tsx';
import { SchedulePage } from './schedule-page.tsx';

let screen: DrawnScreen;
/** CSS pixels that the window is wide. */
let width: number;
/** Who is told when that changes. */
const turned = new Set<() => void>();

beforeEach(() => {
  width = 1440;
  vi.useFakeTimers({
    now: Date.parse('2026-11-20T12:00:00.000Z'),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener: (_: string, listener: () => void) => turned.add(listener),
    removeEventListener: (_: string, listener: () => void) => turned.delete(listener),
  }));
  screen = new DrawnScreen();
  const record = {
    ...sessionOf('s1', {
      clinician: 'pro-1',
      start: '2026-11-24T15:00:00.000Z',
      end: '2026-11-24T15:50:00.000Z',
    }),
    scope: chartScope('c'),
  };
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow(), { collection: 'appointment', record });
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const draw = (search = '?date=2026-11-24', inner = '') =>
  screen.drawAt(
    `/pro-dashboard/schedule${inner}${search}`,
    ['pro-dashboard/schedule', inner === '' ? '/' : '$appointmentId'],
    <ScheduleAside />,
    SchedulePage,
  );
const paint = (): void => act(() => void vi.advanceTimersByTime(50));
const hasMonth = () => document.querySelector('section[aria-label="Month"]') !== null;
const asked = (of: string) => screen.device.asked.filter((what) => what.startsWith(of));
/** On which day the sessions begin that were asked for. */
const begun = () => new Set(asked('appointment.').map((what) => /\|(\d{4}-\d\d-\d\d)T/.exec(what)?.[1]));

test('the day is read and on screen before what stands beside it is read', async () => {
  screen.device.isHeld = true;
  await draw();
  for (let turn = 0; turn < 8 && !document.querySelector('ol a'); turn += 1) act(() => screen.device.answer());
  expect(document.querySelector('ol a')?.textContent).toContain('Mara Test');
  expect([hasMonth(), begun(), asked('unplaced_session')]).toEqual([true, new Set(['2026-11-24']), []]);
  paint();
  // The month, the days of which notes may be owed, and those before and after this one.
  expect([...begun()].toSorted((one = '', other = '') => one.localeCompare(other))).toEqual([
    '2026-09-21',
    '2026-10-26',
    '2026-11-23',
    '2026-11-24',
    '2026-11-25',
  ]);
  expect(asked('unplaced_session')).toHaveLength(1);
});

test.each([
  ['a wide window', 1180, '', '', true],
  ['one where it has no room', 1179, '', '', false],
  ['a list of days', 1440, '&view=list', '', true],
  ['a week, which takes all the room', 1440, '&view=week', '', false],
  ['a month, which takes all the room', 1440, '&view=month', '', false],
  ['a session on a phone', 390, '', '/s1', true],
  ['a session beside a week', 1440, '&view=week', '/s1', true],
])('what stands beside the days, in %s: %i px %s%s', async (_, wide, search, inner, isShown) => {
  width = wide;
  await draw(`?date=2026-11-24${search}`, inner);
  expect(hasMonth()).toBe(isShown);
});

test('once drawn it stays, out of sight, and keeps what was left in it', async () => {
  await draw();
  const next = document.querySelector<HTMLElement>('[aria-label="Next month"]');
  act(() => next?.click());
  const shown = () => document.querySelector('section[aria-label="Month"] h2')?.textContent;
  expect(shown()).toBe(monthYear('2026-12-01'));
  width = 390;
  act(() => turned.forEach((listener) => listener()));
  expect(shown()).toBe(monthYear('2026-12-01'));
});

test.each([
  ['the hours of a week', '&view=week', '[data-column]'],
  ['the hours of a day', '&view=day&by=hours', '[data-column]'],
  ['a month', '&view=month', 'table'],
  ['a list of days', '&view=list', '[data-long] ol a'],
])('%s comes where the address asks for it, with its sessions', async (_, search, place) => {
  await draw(`?date=2026-11-24${search}`);
  await act(() => vi.dynamicImportSettled());
  expect(document.querySelector(place)).not.toBeNull();
  expect(document.body.textContent).toContain('Mara Test');
});

test('another look that is chosen comes in the place of the day', async () => {
  await draw();
  const month = [...document.querySelectorAll('label')].find((label) => label.textContent === 'Month');
  await act(async () => month?.click());
  await act(() => vi.dynamicImportSettled());
  expect(document.querySelector('table')?.textContent).toContain('Mara Test');
  expect(document.querySelector('ol a')).toBeNull();
});
