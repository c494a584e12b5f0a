import { expect, test } from 'vitest';
import { workKind } from './use-work-kind.ts';
import { plansSessions } from './use-roles.ts';

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
  [['treating'], true],
  [['scheduler'], true],
  [['practice.scheduler'], true],
  [['practice.owner', 'practice.biller'], false],
  [['supervisor'], false],
  [[], false],
] as const)('with %j in a chart sessions are cancelled and restored: %s', (roles, plans) => {
  expect(plansSessions(roles)).toBe(plans);
});
