import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { sessionOf } from '../../../../tests/support/session-of.ts';
import { saidOver } from './said-over.ts';
import {
  bookArgs,
  changeBack,
  changeOf,
  localOf,
  sessionSchema,
  valuesOf,
  type SessionValues,
} from './session-form.ts';

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
  const how = { zone, overBlocked: false };
  const changed = (more: Partial<SessionValues>) => changeOf(said(more), how);
  /** Looked at since: a colleague has moved it, and called it otherwise. */
  const there = valuesOf(
    'c1',
    { ...body, local_start: '2026-11-25T16:00', minutes: 30, appointment_type_label: 'Longer' },
    { start: 's8', place: 's9' },
  ).opened;
  const changedOver = (more: Partial<SessionValues>) => changeOf(saidOver(said(more), there), how);

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

  test('of the time says its beginning or its length, over its one version', () => {
    expect(changed({ time: '10:00' })).toEqual({
      change: { local_start: '2026-11-24T10:00', zone, start: '2026-11-24T15:00:00.000Z' },
      base: { start: 's1' },
    });
    expect(changed({ minutes: '80' })).toEqual({ change: { minutes: 80 }, base: { start: 's1' } });
  });

  test('takes away by null what was said and is said no more', () => {
    expect(changed({ kind: '', billing_type: '', price: '' })).toEqual({
      change: { kind: null, billing_type: null, price_cents: null },
      base: { kind: 's3', billing_type: '', price_cents: '' },
    });
    const bare = valuesOf('c1', { ...body, price_cents: undefined }, {});
    expect(changeOf(v.parse(sessionSchema, bare), how).change).toEqual({});
  });

  test('is taken back with what stood there, and with null where nothing did', () => {
    expect(changeBack({ minutes: 80, force_book_over_blocked: true, price_cents: null }, body)).toEqual({
      minutes: 50,
      price_cents: 15_000,
    });
    expect(changeBack({ kind: 'regular' }, { ...body, kind: undefined })).toEqual({ kind: null });
  });

  test('after a look at what is there now is made over that, and says nothing of what was left', () => {
    expect(changedOver({ place: 'outside' })).toEqual({ change: { place: 'outside' }, base: { place: 's9' } });
    expect(changedOver({ minutes: '60' })).toEqual({ change: { minutes: 60 }, base: { start: 's8' } });
  });

  test('of the day alone, after a look, keeps the hour to which a colleague has moved it', () => {
    expect(changedOver({ date: '2026-11-30' })).toEqual({
      change: { local_start: '2026-11-30T16:00', zone, start: '2026-11-30T21:00:00.000Z' },
      base: { start: 's8' },
    });
  });
});
