import { expect, test } from 'vitest';
import { withOthers } from './answers.ts';

test('beside an answer stand its other versions, each once, and what has none stands alone', () => {
  const other = (uid: string, value: string) => ({
    field: 'plan',
    uid,
    value,
    at: '2026-11-23T09:00:00.000Z',
    by: 'pro-2',
  });
  const answers = { plan: 'Walk', focus: 'Sleep' };
  expect(withOthers({ answers, others: [other('u1', 'Run'), other('u2', 'Rest')] })).toEqual({
    plan: 'Walk',
    focus: 'Sleep',
    'plan (another version, 1)': 'Run',
    'plan (another version, 2)': 'Rest',
  });
  expect(withOthers({ answers, others: [] })).toEqual(answers);
});
