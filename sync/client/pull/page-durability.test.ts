import { expect, it } from 'vitest';
import { pageOf } from '../../testing/builders.ts';
import { durabilityOf } from './apply-pull.ts';

it.each([
  ['applied', 'relaxed'],
  ['rejected', 'strict'],
  ['parked', 'strict'],
  ['void', 'strict'],
] as const)(
  '[OB-2] what was %s is taken in by a commit that is %s: once confirmed, the server forgets it',
  (outcome, how) => {
    const applied = { id: 1, uid: 'u1', outcome: 'applied' } as const;
    expect(durabilityOf(pageOf('client-1', { end: { outcomes: [applied, { id: 2, uid: 'u2', outcome }] } }))).toBe(how);
  },
);

it('[OB-2] a page that tells no outcome could be fetched again', () => {
  expect(durabilityOf(pageOf('client-1'))).toBe('relaxed');
});
