import { expect, test } from 'vitest';
import * as v from 'valibot';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { Json } from '../../../../sync/core/record.ts';
import 'temporal-polyfill/global';
import { againOf, refusedBookings, saidBefore } from './booking-refusals.ts';
import { bookArgs, sessionSchema } from './session-form.ts';

const booking = {
  chart_id: 'c1',
  clinician: 'p1',
  appointment_type_label: 'Individual session',
  local_start: '2026-11-24T09:00',
  zone: 'UTC',
  minutes: 50,
  start: '2026-11-24T09:00:00.000Z',
  place: 'outside',
  price_cents: 8250,
};
const refused = (uid: string, args: Json, name = 'appointment.book', hour = 9): AttentionItem => ({
  uid,
  name,
  at: `2026-11-20T${String(hour).padStart(2, '0')}:00:00.000Z`,
  kind: 'rejected',
  code: 'conflicting_session',
  message: 'Taken.',
  args,
});

test('refused bookings are told, oldest first; other changes and what cannot be read are left to their own places', () => {
  const items = [
    refused('late', booking, 'appointment.book', 15),
    refused('early', booking, 'appointment.book', 8),
    refused('edit', { ...booking, appointment_id: 'a1' }, 'appointment.edit'),
    refused('lost', null),
    refused('less', { chart_id: 'c1' }),
  ];
  expect(refusedBookings(items).map(({ item }) => item.uid)).toEqual(['early', 'late']);
});

test('what was said stands in the form again', () => {
  const [one] = refusedBookings([refused('u', booking)]);
  expect(one && saidBefore(one)).toEqual({
    chart_id: 'c1',
    clinician: 'p1',
    appointment_type_label: 'Individual session',
    date: '2026-11-24',
    time: '09:00',
    minutes: '50',
    place: 'outside',
    kind: '',
    billing_type: '',
    price: '82.50',
    ask: false,
  });
});

test('what was booked by the clock of another zone is booked again by that clock', () => {
  const berlin = {
    ...booking,
    local_start: '2026-11-24T09:00',
    zone: 'Europe/Berlin',
    start: '2026-11-24T08:00:00.000Z',
  };
  const [one] = refusedBookings([refused('u', berlin)]);
  const again = one && againOf(one);
  expect(again).toMatchObject({ item: { uid: 'u' }, zone: 'Europe/Berlin', said: { time: '09:00' } });
  const said = v.parse(sessionSchema, { ...again?.said, office_location_id: '', opened: { texts: {}, stamps: {} } });
  expect(bookArgs(said, again?.zone ?? '', false)).toMatchObject({ zone: 'Europe/Berlin', start: berlin.start });
});
