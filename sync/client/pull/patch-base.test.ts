import { expect, it } from 'vitest';
import { baseMetaOf } from '../replica/row-meta.ts';
import { aside } from './patch-base.ts';

it('[BR-1] a row that is kept aside is one of ours also where nothing could be read of what it said', () => {
  expect(baseMetaOf(aside({ k: 'note|n1', m: 'nonsense' }))).toEqual({ g: 0, broken: true });
  expect(aside({ k: 'note|n1', x: ['by.start|1'], m: { g: 3, p: 'practice:p1' } })).toEqual({
    k: 'note|n1',
    x: [],
    m: { g: 3, p: 'practice:p1', broken: true },
  });
});
