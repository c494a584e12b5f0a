import { expect, test } from 'vitest';
import * as v from 'valibot';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { bookingSchema, placeSaid, type BookingValues } from './session-form-booking.ts';
import { valuesOf } from './session-form.ts';

const begun: BookingValues = {
  ...valuesOf('c1', sessionOf('a1', { kind: 'regular' }).body, {}),
  client_state: '',
  license_reason: '',
};
const problems = (more: Partial<BookingValues>): readonly string[] =>
  (v.safeParse(bookingSchema, { ...begun, ...more }).issues ?? []).map(({ message }) => message);

test.each<[string, Partial<BookingValues>, string | null]>([
  ['as it is known', { client_state: '' }, 'OR'],
  ['another one', { client_state: 'WA' }, 'WA'],
  ['that nobody knows', { client_state: 'unsaid' }, null],
  ['nothing of a session that is not by video', { client_state: 'WA', place: 'office_location' }, null],
])('where the client will be: %s', (_what, more, place) => {
  expect(placeSaid({ ...begun, ...more }, { place: 'OR', from: 'session' })).toBe(place);
});

test('where the client will be: nothing where nothing is known and nobody says it', () => {
  expect(placeSaid(begun, null)).toBeNull();
});

test('why it is held there is no longer than 300 characters, and all else is asked as of any session', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ license_reason: 'x'.repeat(301) })).toEqual(['At most 300 characters']);
  expect(problems({ chart_id: '' })).toEqual(['Please choose a client']);
  expect(problems({ kind: 'free introduction', price: '10' })).toEqual(['A free introduction costs nothing']);
});

test('what it says is all there, trimmed', () => {
  expect(v.parse(bookingSchema, { ...begun, client_state: 'WA', license_reason: ' PSYPACT ' })).toMatchObject({
    chart_id: 'c1',
    client_state: 'WA',
    license_reason: 'PSYPACT',
  });
});
