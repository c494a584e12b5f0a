// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { accountScope, chartScope, practiceScope } from '../../../sync/collections/classes.ts';
import { occurrenceIdOf } from '../../../sync/collections/appointment.ts';
import { unplacedIdOf, type UnplacedSession } from '../../../sync/collections/unplaced-session.ts';
import { sessionOf } from '../../../tests/support/session-of.ts';
import { ClientContext } from '../../lib/client-context.ts';
import { ScreenClient } from '../../testing/screen-client.ts';
import { UnplacedSessions } from './unplaced-sessions.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// Also after a test that failed: the next file meets the clock that this one leaves.
afterEach(() => void vi.useRealTimers());

const date = '2099-01-06';
const at = (clock: string): string => `${date}T${clock}:00.000Z`;
const me = {
  collection: 'account',
  record: {
    id: 'pro-1',
    scope: accountScope('pro-1'),
    body: {
      user_type: 'orchid_pro',
      first_name: 'A',
      last_name: 'B',
      display_name: 'A. B',
      timezone: 'UTC',
      modify_datetime: '2026-11-20T09:00:00.000Z',
    },
  },
};
const card = {
  collection: 'client_card',
  record: {
    id: 'c',
    scope: chartScope('c'),
    body: { first_name: 'Mara', last_name: 'Test', timezone: 'UTC', practice_id: 'x' },
  },
};
const other = {
  collection: 'appointment',
  record: sessionOf('other', {
    clinician: 'pro-1',
    local_start: `${date}T09:30`,
    start: at('09:30'),
    end: at('10:20'),
  }),
};

function waits(more: Partial<UnplacedSession> = {}) {
  const body: UnplacedSession = {
    series: { id: 's', date },
    local_start: `${date}T09:00`,
    zone: 'UTC',
    minutes: 50,
    start: at('09:00'),
    end: at('09:50'),
    clinician: 'pro-1',
    clinician_name: 'A. B',
    practice_id: 'x',
    appointment_type_label: 'Regular Session',
    why: 'conflicting_session',
    taken: [],
    state: 'open',
    modify_datetime: '2026-11-20T09:00:00.000Z',
    ...more,
  };
  const record = { id: unplacedIdOf('s', date), scope: chartScope('c'), stamps: { state: 'v1' }, body };
  return { collection: 'unplaced_session', record };
}

/** The list as it is drawn over a device, and what is pressed in it. */
function list(device: ScreenClient) {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() =>
    root.render(
      <ClientContext value={device.client}>
        <UnplacedSessions />
      </ClientContext>,
    ),
  );
  const buttons = (): readonly HTMLButtonElement[] => [...box.querySelectorAll('button')];
  return {
    text: () => box.textContent,
    words: () => buttons().map(({ textContent }) => textContent),
    press: (words: string) =>
      act(async () =>
        buttons()
          .find(({ textContent }) => textContent === words)
          ?.click(),
      ),
    leave: () => act(() => root.unmount()),
  };
}

test('[CA-9][CA-10] the nearest free times lie in the hours that the clinician has said, and none where she is away', async () => {
  // So near that she can be booked then.
  vi.useFakeTimers({ now: Date.parse('2099-01-02T09:00:00.000Z'), toFake: ['Date'] });
  const device = new ScreenClient('pro-1');
  const scope = practiceScope('x');
  const period = (id: string, weekday: number, to: number) => ({
    collection: 'availability_period',
    record: { id, scope, body: { clinician: 'pro-1', weekday, from: 13 * 60, to, zone: 'UTC' } },
  });
  const away = {
    collection: 'unavailability',
    record: {
      id: 'u',
      scope,
      body: { clinician: 'pro-1', from_date: '2099-01-07', to_date: '2099-01-08', zone: 'UTC' },
    },
  };
  const mine = { ...me, record: { ...me.record, body: { ...me.record.body, practice_id: 'x' } } };
  // The wanted Tuesday, on which one fits, the Wednesday after it, and the Friday.
  device.put(
    mine,
    card,
    other,
    waits(),
    period('tue', 2, 13 * 60 + 50),
    period('wed', 3, 15 * 60),
    period('fri', 5, 15 * 60),
    away,
  );
  const shown = list(device);
  const [beside, within, later] = shown.words();
  // Who wanted a time beside the hours is offered the nearest of that day as well.
  expect(beside).toMatch(/^Tue, Jan 6, 10:30/);
  expect(within).toMatch(/^Tue, Jan 6, (1:00|13:00)/);
  expect(later).toMatch(/^Fri, Jan 9, (1:00|13:00)/);
  shown.leave();
});

test('[CA-9] what needs a time says whose it is, when it was wanted and why, and takes a free one in one tap', async () => {
  const device = new ScreenClient('pro-1');
  device.put(me, card, other, waits());
  const shown = list(device);
  expect(shown.text()).toContain('Needs a time1');
  expect(shown.text()).toContain('Mara Test');
  expect(shown.text()).toContain('Oops...There is a conflicting session!');
  const [first = ''] = shown.words();
  expect(first).toMatch(/10:30/);
  await shown.press(first);
  expect(device.changes).toEqual([
    {
      name: 'unplaced_session.place',
      args: {
        unplaced_id: unplacedIdOf('s', date),
        local_start: `${date}T10:30`,
        zone: 'UTC',
        minutes: 50,
        start: at('10:30'),
      },
    },
  ]);
  expect(shown.text()).toContain('Saved on this device.');
  shown.leave();
});

test('[CA-9] one is left out, and taken back; nothing is drawn where nothing waits', async () => {
  const device = new ScreenClient('pro-1');
  device.put(me, card);
  const shown = list(device);
  expect(shown.text()).toBe('');
  act(() => device.put(waits({ why: 'time_blocked' })));
  expect(shown.text()).toContain('That time is blocked.');
  await shown.press('Leave it out');
  await shown.press('Undo');
  const args = { unplaced_id: unplacedIdOf('s', date) };
  expect(device.changes).toEqual([
    { name: 'unplaced_session.drop', args: { ...args, dropped: true } },
    { name: 'unplaced_session.drop', args: { ...args, dropped: false } },
  ]);
  expect(shown.text()).toContain('Taken back.');
  shown.leave();
});

test('[CA-9] one that still stands says where, does not stand in its own way, and can stay there', () => {
  const device = new ScreenClient('pro-1');
  const stands = sessionOf(occurrenceIdOf('s', date), { ...other.record.body, series: { id: 's', date } });
  device.put(me, card, waits({ stands: true }), { collection: 'appointment', record: stands });
  const shown = list(device);
  expect(shown.text()).toMatch(/It is still on .*9:30/);
  expect(shown.words()).toContain('Leave it where it is');
  expect(shown.words()[0]).toMatch(/9:15/);
  shown.leave();
});
