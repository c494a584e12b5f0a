import { describe, expect, it } from 'vitest';
import { shippedRules, type Bounds, type Rules } from './delivery-model.ts';
import { explore } from './explore.ts';

const small: Bounds = { writes: 2, messages: 1, terms: 2, crashes: 1 };

describe('every state of the delivery model', () => {
  it('two changes, two tabs, a message at a time, a power loss: nothing is lost, doubled or stuck, to the very end', () => {
    const { broken, depth } = explore({ depth: 40, bounds: small });
    expect(broken).toBeNull();
    expect(depth).toBeLessThan(40);
  });

  const without: readonly (keyof Rules)[] = ['strictRefusals', 'once', 'leaveWithEffects'];
  it.each(without)('without the rule "%s" it finds what breaks', (rule) => {
    const { broken } = explore({
      depth: 14,
      bounds: { writes: 1, messages: 2, terms: 1, crashes: 1 },
      rules: { ...shippedRules, [rule]: false },
    });
    expect(broken).not.toBeNull();
  });
});
