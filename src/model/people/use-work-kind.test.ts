import { expect, test } from 'vitest';
import { workKind } from './use-work-kind.ts';
import { plansSession } from './use-roles.ts';

test.each([
  [['professional'], 'clinician'],
  [['scheduler'], 'desk'],
  [['owner'], 'owner'],
  [['owner', 'scheduler'], 'desk'],
  [['owner', 'professional'], 'clinician'],
  [['professional', 'scheduler'], 'clinician'],
  [[], 'clinician'],
] as const)('somebody with %j in the practice works as %s', (roles, kind) => {
  expect(workKind(roles)).toBe(kind);
});

test.each([
  [['treating'], true, true],
  [['scheduler'], false, true],
  [['practice.scheduler'], true, true],
  [['practice.owner', 'practice.biller'], false, false],
  [['supervisor'], false, false],
  [[], false, false],
] as const)('with %j in a chart sessions are cancelled and restored: %s, one’s own: %s', (roles, plans, plansOwn) => {
  expect(plansSession(roles, false)).toBe(plans);
  expect(plansSession(roles, true)).toBe(plansOwn);
});
