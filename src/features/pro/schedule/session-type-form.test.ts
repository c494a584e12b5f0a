import { expect, test } from 'vitest';
import * as v from 'valibot';
import { newType, sessionTypeSchema, typeChange, typeValues, type SessionTypeValues } from './session-type-form.ts';

const begun = typeValues(
  {
    label: 'Follow-up',
    price_cents: 12_000,
    minutes: 45,
    kind: 'follow-up',
    orchid_pro_user_id: 'p1',
    modify_datetime: '2026-11-01T00:00:00.000Z',
  },
  { price_cents: 's1' },
);
const said = (more: Partial<SessionTypeValues>, from = begun) => v.parse(sessionTypeSchema, { ...from, ...more });

test('of a new session type all is said, of one that is changed what is other than before', () => {
  expect(typeChange(said({ label: 'Intake', price: '200' }, newType))).toEqual({
    change: { label: 'Intake', price_cents: 20_000, minutes: 50, kind: 'regular' },
    base: { label: '', price_cents: '', minutes: '', kind: '' },
  });
  expect(typeChange(said({ price: '$130.00' }))).toEqual({
    change: { price_cents: 13_000 },
    base: { price_cents: 's1' },
  });
  expect(typeChange(said({ price: '120.00' }))).toEqual({ change: {}, base: {} });
});

test.each<[string, Partial<SessionTypeValues>]>([
  ['has no name', { label: ' ' }],
  ['is called as AI sessions are [C-536]', { label: 'AI Audio Session, evenings' }],
  ['has no price', { price: '' }],
  ['lasts nothing', { minutes: '0' }],
  ['lasts too long', { minutes: '900' }],
  ['is free and costs something', { kind: 'free introduction' }],
])('one that %s is not taken', (_what, more) => {
  expect(v.safeParse(sessionTypeSchema, { ...begun, ...more }).success).toBe(false);
});
