import type { BrokenRule } from './broken-rule.ts';

/** Rules that the device's engine holds. */
export const brokenInClient: readonly BrokenRule[] = [
  {
    rule: 'RD-2',
    what: 'word of another tab is shown over what is pending',
    file: 'sync/client/watch.ts',
    from: "return shown.table === 'base' && (told.table",
    to: 'return (told.table',
    tests: ['sync/client/watch.test.ts'],
  },
  {
    rule: 'EV-2',
    what: 'a tab of another build goes on writing',
    file: 'sync/client/replica.ts',
    from: "if (!isOurs) throw new OutdatedError('taken over by another build');",
    to: 'void isOurs;',
    tests: ['sync/client/claim-replica.test.ts'],
  },
];
