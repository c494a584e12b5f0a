import type { BrokenRule } from './broken-rule.ts';

const tests = ['server/routes/registration.test.ts'];

/** Who comes in, and what a mailed link opens. */
export const brokenInRegistration: readonly BrokenRule[] = [
  {
    rule: 'RG-1',
    what: 'an address that has an account gets a link all the same',
    file: 'server/effects/mail-job.ts',
    symbol: 'createMailJob',
    from: 'const mail = found.account ?',
    to: 'const mail = false && found.account ?',
    tests,
  },
  {
    rule: 'RG-2',
    what: 'whoever opens the link makes the account',
    file: 'server/routes/registration.ts',
    symbol: 'confirm',
    from: 'if (!isSameBrowser) {',
    to: 'if (!isSameBrowser && cookie === "never") {',
    tests,
  },
  {
    rule: 'RG-3',
    what: 'other registrations of the e-mail stay open',
    file: 'server/auth/make-account.ts',
    symbol: 'makeAccount',
    from: "yield* call('dropPendingOf', pending.email);",
    to: '',
    tests,
  },
  {
    rule: 'RG-4',
    what: 'the id need not follow from the signing key',
    file: 'sync/core/account-keys.ts',
    symbol: 'isNewAccountOf',
    from: 'sub === accountIdOf(sodium, bundle.sign_public) &&',
    to: '',
    tests,
  },
  {
    rule: 'RG-5',
    what: 'words that were never shown count as agreed to',
    file: 'server/auth/registration.ts',
    symbol: 'agreedNow',
    from: 'if (agreed[text] !== agreedVersions[text])',
    to: 'if (agreed[text] === "never")',
    tests,
  },
];
