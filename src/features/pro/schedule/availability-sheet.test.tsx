// @vitest-environment happy-dom
import 'temporal-polyfill/global';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { accountScope, practiceScope } from '../../../../sync/collections/classes.ts';
import { ClientContext } from '../../../lib/client-context.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { ScreenClient } from '../../../testing/screen-client.ts';
import { AvailabilitySheet } from './availability-sheet.tsx';
import { BookingRulesSheet } from './booking-rules-sheet.tsx';
import type { Done } from './calendar-acts.ts';
import { UnavailabilitySheet } from './unavailability-sheet.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => unsavedTexts.letGo());

const modify_datetime = '2026-11-20T09:00:00.000Z';
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
      timezone: 'America/New_York',
      practice_id: 'p1',
      modify_datetime,
    },
  },
};
const type = {
  collection: 'appointment_type',
  record: {
    id: 't1',
    scope: practiceScope('p1'),
    body: {
      label: 'Intake',
      minutes: 50,
      kind: 'regular',
      price_cents: 0,
      orchid_pro_user_id: 'pro-1',
      modify_datetime,
    },
  },
};
const period = {
  id: 'h1',
  scope: practiceScope('p1'),
  body: { weekday: 2, from: 540, to: 1020, zone: 'America/Chicago', clinician: 'pro-1', modify_datetime },
  stamps: { from: 'u1' },
};

/** A sheet over a device, with what it told. */
function drawn(sheetOf: (told: (done: Done) => void) => ReactNode, device = new ScreenClient('pro-1')) {
  device.put(me, type);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const told: Done[] = [];
  act(() => root.render(<ClientContext value={device.client}>{sheetOf((done) => told.push(done))}</ClientContext>));
  const button = (name: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === name);
  const box = (name: string) =>
    [...document.querySelectorAll('label')].find((one) => one.textContent === name)?.querySelector('input');
  return {
    device,
    told,
    text: () => document.body.textContent,
    press: (name: string) => act(async () => button(name)?.click()),
    tick: (name: string) => act(async () => box(name)?.click()),
    type: (name: string, value: string) =>
      act(async () => {
        const field = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`);
        const prototype = field instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
        Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
        field?.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
      }),
    leave: () => act(() => root.unmount()),
  };
}

test('[C-034][CA-10] new hours are said for each day that is chosen, and taken back as one', async () => {
  const sheet = drawn((tell) => <AvailabilitySheet period={null} tell={tell} onClose={() => undefined} />);
  await sheet.press('Save');
  expect(sheet.text()).toContain('Please choose a day');
  await sheet.tick('Wednesday');
  await sheet.tick('Monday');
  await sheet.tick('Intake');
  await sheet.type('to', '12:30');
  await sheet.press('Save');
  const hours = { practice_id: 'p1', zone: 'America/New_York', from: 540, to: 750, appointment_type_ids: ['t1'] };
  expect(sheet.device.changes).toEqual([
    { name: 'availability_period.save', args: { ...hours, weekday: 1 } },
    { name: 'availability_period.save', args: { ...hours, weekday: 3 } },
  ]);
  expect(sheet.told[0]?.words).toContain('Every Monday and Wednesday');
  await sheet.told[0]?.undo?.();
  expect(sheet.device.changes.slice(2).map(({ args }) => args)).toEqual([
    { practice_id: 'p1', period_id: '', removed: true },
    { practice_id: 'p1', period_id: '', removed: true },
  ]);
  sheet.leave();
});

test('[S-030] of hours that are changed what is other alone is said, by their own clock; they are removed with a way back', async () => {
  const device = new ScreenClient('pro-1');
  device.put({ collection: 'availability_period', record: period });
  const sheet = drawn(
    (tell) => <AvailabilitySheet period={period as never} tell={tell} onClose={() => undefined} />,
    device,
  );
  expect(sheet.text()).toContain('Chicago');
  await sheet.type('weekdays', '4');
  await sheet.press('Save');
  expect(device.changes).toEqual([
    {
      name: 'availability_period.save',
      args: { practice_id: 'p1', period_id: 'h1', weekday: 4, from: 540, to: 1020 },
    },
  ]);
  expect(sheet.told.at(-1)?.words).toContain('Every Thursday');
  await sheet.press('Remove');
  expect(device.changes.at(-1)?.args).toEqual({ practice_id: 'p1', period_id: 'h1', removed: true });
  await sheet.told.at(-1)?.undo?.();
  expect(device.changes.at(-1)?.args).toEqual({ practice_id: 'p1', period_id: 'h1', removed: false });
  sheet.leave();
});

test('[C-036] days away are said with their zone, and rules only where they are other ones', async () => {
  const away = drawn((tell) => <UnavailabilitySheet away={null} tell={tell} onClose={() => undefined} />);
  await away.type('from_date', '2026-12-24');
  await away.type('to_date', '2027-01-02');
  await away.press('Save');
  expect(away.device.changes).toEqual([
    {
      name: 'unavailability.save',
      args: { practice_id: 'p1', zone: 'America/New_York', from_date: '2026-12-24', to_date: '2027-01-02' },
    },
  ]);
  away.leave();
  const rules = drawn((tell) => <BookingRulesSheet tell={tell} onClose={() => undefined} />);
  await rules.type('buffer_minutes', '10');
  await rules.press('Save');
  expect(rules.device.changes).toEqual([
    { name: 'booking_rules.save', args: { practice_id: 'p1', buffer_minutes: 10 } },
  ]);
  rules.leave();
});
