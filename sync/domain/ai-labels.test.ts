import { describe, expect, test } from 'vitest';
import { isAiLabel, isTypeShown } from './ai-labels.ts';

describe('labels of AI sessions', () => {
  test.each([
    ['[S-148] in person', 'Audio Recording Session', true],
    ['[S-149] by video', 'Regular AI Session', true],
    ['[S-150] one that contains it', 'AI Audio Session', true],
    ['[S-150] one that contains it', 'Couple, AI Audio Session (long)', true],
    ['[S-150] one that contains it', 'First AI Video Session', true],
    ['[S-148] only the whole label', 'Audio Recording Session, long', false],
    ['[S-149] only the whole label', 'A Regular AI Session', false],
    ['[S-150] as it is written', 'Ai audio session', false],
    ['[S-149] a regular one', 'Regular Session', false],
  ])('%s: %s', (_words, label, isAi) => {
    expect(isAiLabel(label)).toBe(isAi);
  });

  test('[C-536] they are shown under the plan ai-only alone, everything else under any', () => {
    const plans = ['core', 'ai', 'core-with-ai', 'complete', 'ai-only', null];
    expect(plans.filter((plan) => isTypeShown('Regular AI Session', plan))).toEqual(['ai-only']);
    expect(plans.filter((plan) => isTypeShown('Individual session', plan))).toEqual(plans);
  });
});
