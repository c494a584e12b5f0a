// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chartScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { noteIdOf } from '../../../../sync/collections/appointment.ts';
import { noteBodyOf } from '../../../../sync/testing/call-records.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { fullDate, monthYear } from '../../../lib/time.ts';
import { chooseClinicians } from '../../../model/people/chosen-clinicians.ts';
import { useSchedule, type Schedule } from '../../../model/sessions/use-schedule.ts';
import { accountRow, cardRow, DrawnScreen, memberRow, practiceRow } from '../../../testing/drawn-screen.tsx';
import { renderHook } from '../../../testing/render-hook.tsx';
import { ScheduleAside } from './schedule-aside.tsx';
import { ScheduleHead, stepped } from './schedule-head.tsx';
import type { ScheduleView } from './views.ts';

const now = '2026-11-20T12:00:00.000Z';
let screen: DrawnScreen;
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now), toFake: ['Date'] });
  screen = new DrawnScreen();
  screen.device.put(accountRow(), practiceRow, cardRow, memberRow());
});
afterEach(() => {
  screen.leave();
  chooseClinicians('pro-1', []);
  vi.useRealTimers();
});

const at = (id: string, start: string, body: object = {}) => {
  const end = new Date(Date.parse(start) + 50 * 60_000).toISOString();
  const record = { ...sessionOf(id, { clinician: 'pro-1', start, end, ...body }), scope: chartScope('c') };
  return { collection: 'appointment', record };
};
const desk = memberRow('pro-1', { role: 'scheduler' }, practiceScope('x'));
const professional = (sub: string) => ({
  collection: 'professional',
  record: { id: sub, scope: practiceScope('x'), body: { cognito_sub: sub, display_name: sub, practice_id: 'x' } },
});

function schedule(run: (last: () => Schedule) => void): void {
  const use = ({ from, days }: { readonly from: string; readonly days: number }) => useSchedule(from, days);
  const hook = renderHook(use, { client: screen.client, props: { from: '2026-11-24', days: 1 } });
  run(hook.last);
  hook.leave();
}
const idsOf = ({ sessions }: Schedule) => sessions?.map(({ id }) => id) ?? null;

test('a day is that of the own zone, from midnight to midnight, with what was cancelled', () => {
  screen.device.put(
    at('before', '2026-11-24T05:59:00.000Z'),
    at('first', '2026-11-24T06:00:00.000Z'),
    at('last', '2026-11-25T05:59:00.000Z', { status: 'cancelled_orchid_pro' }),
    at('after', '2026-11-25T06:00:00.000Z'),
    at('theirs', '2026-11-24T12:00:00.000Z', { clinician: 'pro-2' }),
  );
  const note = { id: noteIdOf('first'), scope: chartScope('c'), body: noteBodyOf({ appointment_id: 'first' }) };
  screen.device.put({ collection: 'note', record: note });
  schedule((last) => {
    expect([idsOf(last()), last().isShared, last().clinicians]).toEqual([['first', 'last'], false, null]);
    const [first, other] = last().sessions ?? [];
    expect(first && [last().nameOf(first), last().noteOf(first)?.id]).toEqual(['Mara Test', noteIdOf('first')]);
    expect(other && last().noteOf(other)).toBeUndefined();
  });
});

test('the front desk sees everybody’s sessions, or those of whom it chose, without samples and without a word on notes', () => {
  screen.device.put(desk, professional('pro-1'), professional('pro-2'), professional('pro-3'));
  screen.device.put(
    at('one', '2026-11-24T12:00:00.000Z'),
    at('two', '2026-11-24T13:00:00.000Z', { clinician: 'pro-2' }),
    at('sample', '2026-11-24T14:00:00.000Z', { clinician: 'pro-2', sample: 'shown' }),
  );
  schedule((last) => {
    expect([idsOf(last()), last().isShared]).toEqual([['one', 'two'], true]);
    const [first] = last().sessions ?? [];
    expect(first && last().noteOf(first)).toBeNull();
    act(() => chooseClinicians('pro-1', ['pro-2']));
    expect([idsOf(last()), last().everybodys.map(({ id }) => id)]).toEqual([['two'], ['one', 'two']]);
  });
});

test('nobody’s day is called empty before it is known whose it is', () => {
  screen.device.isHeld = true;
  screen.device.put(at('one', '2026-11-24T12:00:00.000Z'));
  schedule((last) => {
    const said = [idsOf(last())];
    for (let turn = 0; turn < 6; turn += 1) {
      act(() => screen.device.answer());
      said.push(idsOf(last()));
    }
    expect(said.filter((one) => one?.length === 0)).toEqual([]);
    expect(said.at(-1)).toEqual(['one']);
  });
});

test.each([
  ['day', '2026-11-20', '2026-11-21', '2026-11-19'],
  ['week', '2026-11-20', '2026-11-27', '2026-11-13'],
  ['month', '2026-01-31', '2026-02-28', '2025-12-31'],
  ['list', '2026-11-20', '2026-12-20', '2026-10-21'],
] as const)('one step of a %s reaches as far as is shown', (view, date, next, before) => {
  expect([stepped(date, view, 1), stepped(date, view, -1)]).toEqual([next, before]);
});

test('the head steps, goes back to today, and begins where the calendar is; nothing for whom there is nothing to begin', async () => {
  const went: unknown[] = [];
  const begun: unknown[] = [];
  let near = 0;
  const nothing = (): void => undefined;
  const draw = (date: string, view: ScheduleView, isOwn = true) =>
    screen.draw(
      <ScheduleHead
        {...{ date, view }}
        today="2026-11-20"
        isByHours={false}
        elsewhere={null}
        acts={{
          book: isOwn ? (one) => void begun.push(one) : null,
          block: isOwn ? (one) => void begun.push(one) : null,
          edit: nothing,
          editBlock: nothing,
          tell: nothing,
        }}
        onGo={(to) => void went.push(to)}
        onNear={() => void (near += 1)}
        onKeys={nothing}
      />,
    );
  await draw('2026-11-24', 'week');
  // React hears of a pointer that comes in by one that comes from elsewhere.
  act(() => void document.querySelector('header')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
  expect(near).toBe(1);
  await screen.press('Previous week');
  await screen.press('Next week');
  await screen.press('Today');
  await screen.press('New session');
  await screen.press('Block time');
  expect(went).toEqual([{ date: '2026-11-17' }, { date: '2026-12-01' }, { date: '2026-11-20' }]);
  expect(begun).toEqual([{ date: '2026-11-24' }, { date: '2026-11-24' }]);
  await draw('2026-11-20', 'day', false);
  expect(screen.button('Today')?.disabled).toBe(true);
  expect([screen.button('New session'), screen.button('Block time')]).toEqual([undefined, undefined]);
});

const drawAside = () =>
  screen.drawAt('/pro-dashboard/schedule/x?date=2026-11-24', ['pro-dashboard/schedule', '$id'], <ScheduleAside />);
const dayLabel = (day: string) =>
  [...document.querySelectorAll('[aria-label="Month"] a')]
    .map((one) => one.getAttribute('aria-label') ?? '')
    .find((words) => words.startsWith(fullDate(day)));

test('beside the day a month counts what takes place on each day of the own zone', async () => {
  screen.device.put(
    at('one', '2026-11-25T03:00:00.000Z'),
    at('two', '2026-11-24T12:00:00.000Z'),
    at('off', '2026-11-24T15:00:00.000Z', { status: 'cancelled_patient' }),
    at('sample', '2026-11-24T16:00:00.000Z', { sample: 'shown' }),
    at('next', '2026-11-26T12:00:00.000Z'),
  );
  await drawAside();
  expect([dayLabel('2026-11-24'), dayLabel('2026-11-25'), dayLabel('2026-11-26')]).toEqual([
    `${fullDate('2026-11-24')}, 2 sessions`,
    fullDate('2026-11-25'),
    `${fullDate('2026-11-26')}, 1 session`,
  ]);
  expect(document.querySelector('[aria-current="date"]')?.getAttribute('aria-label')).toContain(fullDate('2026-11-24'));
});

test('it is leafed through month by month, over the end of a year', async () => {
  await drawAside();
  const shown = () => screen.said('[aria-label="Month"] h2');
  expect(shown()).toBe(monthYear('2026-11-01'));
  await screen.press('Next month');
  await screen.press('Next month');
  expect(shown()).toBe(monthYear('2027-01-01'));
  await screen.press('Previous month');
  expect(shown()).toBe(monthYear('2026-12-01'));
});
