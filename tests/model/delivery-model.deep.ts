import { describe, expect, it } from 'vitest';
import { explore } from './explore.ts';

const depth = 13;

describe('every state of the delivery model', () => {
  it(`[OB-1, OB-2, PU-4, PL-1, LD-1] two changes, two tabs, two messages under way, ${depth} steps`, () => {
    const { broken, states } = explore({ depth, bounds: { writes: 2, messages: 2, terms: 2, crashes: 1 } });
    expect(broken).toBeNull();
    expect(states).toBeGreaterThan(60_000);
  });
});
