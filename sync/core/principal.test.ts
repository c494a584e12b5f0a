import { expect, test } from 'vitest';
import { actorOf, principalOf } from './principal.ts';

test('who works alone is the principal; who works for a guarded account is one with it, and acts as oneself', () => {
  expect([principalOf('ann'), principalOf('ann', 'kim')]).toEqual(['ann', 'ann~kim']);
  expect(actorOf('ann')).toEqual({ principal: 'ann', sub: 'ann' });
  expect(actorOf('ann~kim')).toEqual({ principal: 'ann~kim', sub: 'ann' });
});
