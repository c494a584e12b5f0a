// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { accountScope, chartScope } from '../../../../sync/collections/classes.ts';
import type { AppointmentSeries } from '../../../../sync/collections/appointment-series.ts';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { addDays, dayMonth } from '../../../lib/time.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { EndingSeries } from './ending-series.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const today = new Date().toISOString().slice(0, 10);
const last = addDays(today, 9);
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

function series(more: Partial<AppointmentSeries> = {}) {
  const body: AppointmentSeries = {
    clinician: 'pro-1',
    clinician_name: 'A. B',
    practice_id: 'x',
    first: addDays(last, -7),
    rule: { unit: 'week', every: 1, ends: { kind: 'count', count: 2 } },
    plan: [
      {
        from: addDays(last, -7),
        days: 0,
        time: '09:00',
        zone: 'UTC',
        minutes: 50,
        facts: { appointment_type_label: 'Regular Session', place: 'telehealth' },
      },
    ],
    laid_through: last,
    create_datetime: '2026-11-20T09:00:00.000Z',
    modify_datetime: '2026-11-20T09:00:00.000Z',
    ...more,
  };
  return { collection: 'appointment_series', record: { id: 's', scope: chartScope('c'), body } };
}

function session(date: string, status: 'booked' | 'cancelled_orchid_pro' = 'booked') {
  const [start, end] = [`${date}T09:00:00.000Z`, `${date}T09:50:00.000Z`];
  const body = { status, clinician: 'pro-1', local_start: `${date}T09:00`, start, end, series: { id: 's', date } };
  return { collection: 'appointment', record: sessionOf(date, body) };
}

function drawn(...rows: readonly (ReturnType<typeof series> | ReturnType<typeof session>)[]) {
  const device = new ScreenClient('pro-1');
  device.put(me, card, ...rows);
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  act(() =>
    root.render(
      <ClientContext value={device.client}>
        <EndingSeries />
      </ClientContext>,
    ),
  );
  const press = (words: string) =>
    act(async () => [...box.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click());
  return { device, box, press, leave: () => act(() => root.unmount()) };
}

test('[CA-9] a series that ends within four weeks says when, by its last session that stands', () => {
  const { box, leave } = drawn(series(), session(addDays(last, -7)), session(last));
  expect(box.textContent).toContain(`Mara Test: the weekly sessions end on ${dayMonth(last)}.`);
  leave();
  const shorter = drawn(series(), session(addDays(last, -7)), session(last, 'cancelled_orchid_pro'));
  expect(shorter.box.textContent).toContain(`end on ${dayMonth(addDays(last, -7))}.`);
  shorter.leave();
});

test.each([
  ['may end', { ends_well: true }],
  ['was ended', { until: last }],
  ['goes on until somebody ends it', { rule: { unit: 'week', every: 1, ends: { kind: 'open' } } }],
  ['ends later', { laid_through: addDays(today, 29) }],
] as const)('[CA-9] nothing is asked of one that %s', (_what, more) => {
  const { box, leave } = drawn(series(more), session(last));
  expect(box.textContent).toBe('');
  leave();
});

test('[CA-9] of one whose sessions are all over nothing is asked, of one that stopped somebody is', () => {
  const over = drawn(series(), session(addDays(today, -1)));
  expect(over.box.textContent).toBe('');
  over.leave();
  const stopped = { why: 'not_allowed', at: '2026-11-20T09:00:00.000Z' };
  const open = { rule: { unit: 'week', every: 1, ends: { kind: 'open' } } } as const;
  const { box, leave } = drawn(series({ ...open, stopped, laid_through: addDays(today, 300) }), session(last));
  expect(box.textContent).toContain('whoever holds them has no access to the client any more');
  leave();
});

test('[CA-9] it may end, and that is taken back', async () => {
  const { device, box, press, leave } = drawn(series(), session(last));
  await press('Let it end');
  expect(box.textContent).toContain('Mara Test: the sessions may end.');
  await press('Undo');
  expect(device.changes).toEqual([
    { name: 'appointment_series.let_end', args: { series_id: 's', ends_well: true } },
    { name: 'appointment_series.let_end', args: { series_id: 's', ends_well: false } },
  ]);
  leave();
});
