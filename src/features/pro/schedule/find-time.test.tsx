// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import type { HoursStanding } from '../../../model/sessions/availability-slots.ts';
import { FindTime } from './find-time.tsx';
import { TimeAdvice } from './time-advice.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00.000Z'), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

const modify_datetime = '2026-11-20T09:00:00.000Z';
const scope = practiceScope('p1');
const me = {
  collection: 'account',
  record: {
    id: 'pro-1',
    scope: accountScope('pro-1'),
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'Dr. A',
      timezone: 'America/Chicago',
      practice_id: 'p1',
      modify_datetime,
    },
  },
};
const practice = {
  collection: 'practice',
  record: { id: 'p1', scope, body: { name: 'P', zone: 'America/New_York' } },
};
const hours = (weekday: number, from: number, to: number) => ({
  collection: 'availability_period',
  record: {
    id: `h${weekday}`,
    scope,
    body: { weekday, from, to, zone: 'America/New_York', clinician: 'pro-1', modify_datetime },
  },
});

function drawn(screen: ReactNode) {
  const device = new ScreenClient('pro-1');
  device.put(me, practice, hours(2, 540, 960), hours(3, 540, 590), hours(4, 540, 590), hours(5, 540, 590));
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() => root.render(<ClientContext value={device.client}>{screen}</ClientContext>));
  const buttons = () => [...box.querySelectorAll('button')].map((one) => one.textContent);
  return {
    buttons,
    days: () => [...box.querySelectorAll('section')].map((one) => one.getAttribute('aria-label')),
    text: () => box.textContent,
    press: (name: string | undefined) =>
      act(async () => [...box.querySelectorAll('button')].find((one) => one.textContent === name)?.click()),
    leave: () => act(() => root.unmount()),
  };
}

const asked = {
  clinician: 'pro-1',
  isOwn: true,
  minutes: 50,
  wanted: {},
  zone: 'America/Chicago',
  date: '2026-11-24',
};

test('[C-034] a free time is two presses away: told in the practice’s clock, put into the form by the form’s', async () => {
  const taken: string[] = [];
  const find = drawn(<FindTime {...asked} onTake={(local) => taken.push(local)} />);
  expect(find.days()).toEqual([]);
  await find.press('Find a time');
  expect(find.text()).toContain('These times are in New York time.');
  expect(find.days()).toHaveLength(3);
  const first = find.buttons().find((words) => /9:00/.test(words));
  await find.press(first);
  expect(taken).toEqual(['2026-11-24T08:00']);
  expect(find.days()).toEqual([]);
  expect(find.text()).toContain('is chosen');
  find.leave();
});

test('of a day with many times some are shown, of many days three; the rest is a press away', async () => {
  const find = drawn(<FindTime {...asked} onTake={() => undefined} />);
  await find.press('Find a time');
  const ofFirst = () => find.buttons().filter((words) => /Nov 24|24 Nov/.test(words) && !/more/.test(words)).length;
  expect(ofFirst()).toBe(7);
  await find.press(find.buttons().find((words) => /more/.test(words)));
  expect(ofFirst()).toBe(13);
  const before = find.days();
  await find.press('Later days');
  expect(find.days()[0]).not.toBe(before[0]);
  expect(find.days().some((day) => before.includes(day))).toBe(false);
  // On into the weeks that were not looked through yet, and back.
  await find.press('Later days');
  const further = find.days();
  await find.press('Later days');
  expect(find.days()).toHaveLength(3);
  expect(find.days()).not.toEqual(further);
  await find.press('Earlier');
  expect(find.days()).toEqual(further);
  await find.press('Earlier');
  await find.press('Earlier');
  expect(find.days()).toEqual(before);
  find.leave();
});

test('whose time it is, and how long, is asked first', async () => {
  const nobody = drawn(<FindTime {...asked} clinician="" onTake={() => undefined} />);
  await nobody.press('Find a time');
  expect(nobody.text()).toContain('choose first whom');
  nobody.leave();
  const noLength = drawn(<FindTime {...asked} minutes={Number('')} onTake={() => undefined} />);
  await noLength.press('Find a time');
  expect(noLength.text()).toContain('how long');
  noLength.leave();
});

const advice = (hoursOf: HoursStanding | null, change: object = {}, clinician = 'pro-1') => {
  const screen = drawn(
    <TimeAdvice
      asked={{ clinician, local: '2026-11-24T06:00', minutes: 50, zone: 'America/Chicago' }}
      standing={{ taken: [], blocked: [], free: [], hours: hoursOf, ...change }}
      overBlocked={false}
      onOverBlocked={() => undefined}
      onTake={() => undefined}
    />,
  );
  const text = screen.text();
  screen.leave();
  return text;
};

test('[C-036] that a time lies beside somebody’s hours, or where they are away, is told and stands in nobody’s way', () => {
  expect(advice({ kind: 'outside' })).toContain('Outside your hoursIt can be booked all the same.');
  expect(advice({ kind: 'outside' }, {}, 'pro-3')).toContain('Outside their hours');
  expect(advice({ kind: 'away', until: '2026-12-04' })).toMatch(/Away until .*4/);
  for (const still of [{ kind: 'within' }, { kind: 'unsaid' }, null] as const)
    expect(advice(still)).not.toContain('all the same');
  // What takes the time says more.
  const taken = [{ start: '2026-11-24T12:00:00.000Z', end: '2026-11-24T13:00:00.000Z' }];
  expect(advice({ kind: 'outside' }, { taken })).not.toContain('Outside');
});
