import { expect, it } from 'vitest';
import { isStamps } from './examine-record.ts';

it('stamps are texts by field, and no field is a name that an object has a use for', () => {
  expect(isStamps({})).toBe(true);
  expect(isStamps({ plan: 'a', focus: 'b' })).toBe(true);
  for (const wrong of [null, undefined, 'a', 1, ['a'], { plan: 1 }, { plan: 'a', focus: null }])
    expect(isStamps(wrong), JSON.stringify(wrong)).toBe(false);
  for (const name of ['__proto__', 'constructor', 'prototype'])
    expect(isStamps(JSON.parse(`{"plan":"a","${name}":"b"}`)), name).toBe(false);
});
