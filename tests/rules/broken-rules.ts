import type { BrokenRule } from './broken-rule.ts';
import { brokenInClient } from './broken-in-client.ts';

/** At least one for each rule of `sync/SPEC.md`; `sync/rules.test.ts` insists. */
export const brokenRules: readonly BrokenRule[] = [...brokenInClient];
