import { expect, it } from 'vitest';
import { registry } from '../../collections/index.ts';
import { session } from '../../testing/call-records.ts';
import { examine, highestVersion, isStamps } from './examine-record.ts';

it('a version counts changes, from the first to the highest; a shape is one of ours, or of tomorrow', () => {
  const record = { ...session(), shape: registry.collections.get('appointment')?.shape ?? 0 };
  const worth = (change: object) => examine(registry, { ...record, ...change });
  for (const version of [1, 2, highestVersion]) expect(worth({ version }), String(version)).toBe('good');
  for (const version of [0, -1, 1.5, highestVersion + 1, Number.NaN, Infinity])
    expect(worth({ version }), String(version)).toBe('refused');
  expect(worth({ shape: 10_000 })).toBe('of-tomorrow');
  for (const shape of [0, 1.5, 10_001, Number.NaN]) expect(worth({ shape }), String(shape)).toBe('refused');
});

it('stamps are texts by field, and no field is a name that an object has a use for', () => {
  expect(isStamps({})).toBe(true);
  expect(isStamps({ plan: 'a', focus: 'b' })).toBe(true);
  for (const wrong of [null, undefined, 'a', 1, ['a'], { plan: 1 }, { plan: 'a', focus: null }])
    expect(isStamps(wrong), JSON.stringify(wrong)).toBe(false);
  for (const name of ['__proto__', 'constructor', 'prototype'])
    expect(isStamps(JSON.parse(`{"plan":"a","${name}":"b"}`)), name).toBe(false);
});
