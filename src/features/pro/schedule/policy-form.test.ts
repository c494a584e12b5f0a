import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { LateTerms } from '../../../../sync/domain/late-fee.ts';
import { policySchema, policyValues, termsSaid, type PolicyValues } from './policy-form.ts';

const flat: PolicyValues = { kind: 'flat', hours: '24', amount: '80', percent: '', stamp: 's1' };
const percent: PolicyValues = { ...flat, kind: 'percent', amount: '', percent: '50' };

/** What the form says of these words: terms, or the field that is wrong and why. */
function said(values: PolicyValues): LateTerms | null | readonly (readonly [unknown, string])[] {
  const parsed = v.safeParse(policySchema, values);
  return parsed.success
    ? termsSaid(parsed.output)
    : parsed.issues.map(({ path, message }) => [path?.[0].key, message] as const);
}

test.each<readonly [string, LateTerms | null]>([
  ['nothing is asked', null],
  ['a fixed sum', { hours: 48, fee: { kind: 'flat', cents: 8250 } }],
  ['a part of the price', { hours: 24, fee: { kind: 'percent', percent: 50 } }],
  ['until it begins', { hours: 0, fee: { kind: 'percent', percent: 100 } }],
])('terms come through their form as they were: %s', (_name, terms) => {
  expect(said(policyValues(terms, 's1'))).toEqual(terms);
});

test('where nobody has said any, a day is what stands there, and nothing is asked', () => {
  expect(policyValues(null, '')).toEqual({ kind: 'none', hours: '24', amount: '', percent: '', stamp: '' });
});

test('what is not asked about may hold anything', () => {
  expect(said({ kind: 'none', hours: 'x', amount: 'y', percent: 'z', stamp: '' })).toBeNull();
  expect(said({ ...flat, percent: '900' })).toEqual({ hours: 24, fee: { kind: 'flat', cents: 8000 } });
  expect(said({ ...percent, amount: 'much' })).toEqual({ hours: 24, fee: { kind: 'percent', percent: 50 } });
});

test.each<readonly [Partial<PolicyValues>, string]>([
  [{ hours: '' }, 'hours'],
  [{ hours: '1.5' }, 'hours'],
  [{ hours: '169' }, 'hours'],
  [{ hours: '999' }, 'hours'],
  [{ amount: '' }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ amount: '-1' }, 'amount'],
  [{ amount: '999999' }, 'amount'],
  [{ kind: 'percent', percent: '0' }, 'percent'],
  [{ kind: 'percent', percent: '101' }, 'percent'],
  [{ kind: 'percent', percent: '' }, 'percent'],
])('%j is refused under its own field', (more, field) => {
  expect(said({ ...flat, ...more })).toEqual([[field, expect.stringMatching(/./)]]);
});
