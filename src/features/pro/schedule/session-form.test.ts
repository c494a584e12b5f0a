import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { bookArgs, changeOf, localOf, sessionSchema, valuesOf, type SessionValues } from './session-form.ts';

const zone = 'America/New_York';
const { body } = sessionOf('a1', {
  zone,
  local_start: '2026-11-24T09:00',
  kind: 'regular',
  billing_type: 'self pay',
  price_cents: 15_000,
});
const stamps = { start: 's1', place: 's2', kind: 's3' };
const begun = valuesOf('c1', body, stamps);
const said = (more: Partial<SessionValues> = {}) => v.parse(sessionSchema, { ...begun, ...more });
const problems = (more: Partial<SessionValues>): readonly string[] =>
  (v.safeParse(sessionSchema, { ...begun, ...more }).issues ?? []).map(({ message }) => message);

describe('what is asked of a session', () => {
  test('is all there in one that was booked with everything', () => {
    expect(problems({})).toEqual([]);
    expect(localOf(begun)).toBe('2026-11-24T09:00');
  });

  test.each<[string, Partial<SessionValues>, RegExp]>([
    ['a client', { chart_id: '' }, /choose a client/],
    ['a day', { date: '' }, /choose a day/],
    ['a time', { time: '' }, /choose a time/],
    ['minutes', { minutes: 'long' }, /number of minutes/],
    ['no more than eight hours', { minutes: '481' }, /At most 480/],
    ['a price that is one', { price: 'much' }, /amount/],
    ['no price of an introduction that is free', { kind: 'free introduction' }, /costs nothing/],
  ])('is %s', (_what, more, message) => {
    expect(problems(more).join(' ')).toMatch(message);
  });

  test('and no local time while it is not whole', () => {
    expect(localOf({ date: '2026-11-24', time: '' })).toBeNull();
    expect(localOf({ date: '', time: '09:00' })).toBeNull();
  });
});

test('a free introduction is booked at nothing, also where no price is said', () => {
  expect(bookArgs(said({ kind: 'free introduction', price: '' }), zone, false)).toEqual({
    chart_id: 'c1',
    clinician: 'p1',
    appointment_type_label: 'Regular Session',
    place: 'telehealth',
    kind: 'free introduction',
    billing_type: 'self pay',
    price_cents: 0,
    local_start: '2026-11-24T09:00',
    zone,
    minutes: 50,
    start: '2026-11-24T14:00:00.000Z',
  });
});

test('what nobody has said is not sent; a block is booked over where that was chosen', () => {
  const plain = bookArgs(said({ kind: '', billing_type: '', price: '' }), zone, true);
  expect(plain).not.toHaveProperty('kind');
  expect(plain).not.toHaveProperty('billing_type');
  expect(plain).not.toHaveProperty('price_cents');
  expect(plain).toHaveProperty('force_book_over_blocked', true);
});

describe('a change', () => {
  const changed = (more: Partial<SessionValues>, seen?: Readonly<Record<string, string>>) =>
    changeOf(said(more), { zone, overBlocked: false, ...(seen ? { seen } : {}) });

  test('says nothing where nothing was changed', () => {
    expect(changed({})).toEqual({ change: {}, base: {} });
    expect(changed({ price: '150.00' })).toEqual({ change: {}, base: {} });
  });

  test('says only the facts that are other ones, over the versions that were on screen', () => {
    expect(changed({ place: 'outside', price: '120' })).toEqual({
      change: { place: 'outside', price_cents: 12_000 },
      base: { place: 's2', price_cents: '' },
    });
  });

  test('of the time says the whole time, over its one version', () => {
    expect(changed({ minutes: '80' })).toEqual({
      change: { local_start: '2026-11-24T09:00', zone, minutes: 80, start: '2026-11-24T14:00:00.000Z' },
      base: { start: 's1' },
    });
  });

  test('after a look at what is there now is made over that', () => {
    expect(changed({ place: 'outside' }, { place: 's9' }).base).toEqual({ place: 's9' });
  });
});
