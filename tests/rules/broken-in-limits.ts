import type { BrokenRule } from './broken-rule.ts';

const limits = ['server/auth/rate-limits.test.ts'];

/** Rules on attempts to sign in. */
export const brokenInLimits: readonly BrokenRule[] = [
  {
    rule: 'RL-1',
    what: 'an address and an account are counted without each other',
    file: 'server/auth/rate-limits.ts',
    from: '[login, `${address}|${account}`],',
    to: '[login, address],',
    tests: limits,
  },
  {
    rule: 'RL-2',
    what: 'many addresses may try one account',
    file: 'server/auth/rate-limits.ts',
    from: '      [wide, `account|${account}`],\n',
    to: '',
    tests: limits,
  },
  {
    rule: 'RL-2',
    what: 'another spelling of an account counts anew',
    file: 'server/routes/login.ts',
    from: 'refuseFor(await limits.takeLogin(addressOf(c, trustProxy), email));',
    to: 'refuseFor(await limits.takeLogin(addressOf(c, trustProxy), body.username_or_email));',
    tests: limits,
  },
  {
    rule: 'RL-3',
    what: 'one address may try many accounts',
    file: 'server/auth/rate-limits.ts',
    from: '      [wide, `address|${address}`],\n',
    to: '',
    tests: limits,
  },
  {
    rule: 'RL-4',
    what: 'only accounts that exist are counted',
    file: 'server/routes/login.ts',
    from: "      refuseFor(await limits.takeLogin(addressOf(c, trustProxy), email));\n      const account = await store.read(() => call('accountByEmail', email));",
    to: "      const account = await store.read(() => call('accountByEmail', email));\n      if (account) refuseFor(await limits.takeLogin(addressOf(c, trustProxy), email));",
    tests: limits,
  },
  {
    rule: 'RL-5',
    what: 'the limit is asked only once the password was wrong',
    file: 'server/routes/login.ts',
    from: "      refuseFor(await limits.takeLogin(addressOf(c, trustProxy), email));\n      const account = await store.read(() => call('accountByEmail', email));\n      const auth = await passwords.toAuth(body.password, account?.kdf ?? passwords.decoyKdf(email));\n      const fits = await passwords.verifyAuth(account?.authHash, auth);\n      if (!fits || !account)",
    to: "      const account = await store.read(() => call('accountByEmail', email));\n      const auth = await passwords.toAuth(body.password, account?.kdf ?? passwords.decoyKdf(email));\n      const fits = await passwords.verifyAuth(account?.authHash, auth);\n      if (!fits) refuseFor(await limits.takeLogin(addressOf(c, trustProxy), email));\n      if (!fits || !account)",
    tests: limits,
  },
  {
    rule: 'RL-6',
    what: 'a header is believed where no proxy is trusted',
    file: 'server/routes/caller-address.ts',
    from: "if (trustProxy) return c.req.header('x-forwarded-for')",
    to: "if (trustProxy || c.req.header('x-forwarded-for')) return c.req.header('x-forwarded-for')",
    tests: limits,
  },
  {
    rule: 'RL-7',
    what: 'questions for derivation parameters are counted by name',
    file: 'server/routes/login.ts',
    from: '      refuseFor(await limits.takePreLogin(addressOf(c, trustProxy)));\n      const email = emailKey(body.username_or_email);',
    to: '      const email = emailKey(body.username_or_email);\n      refuseFor(await limits.takePreLogin(email));',
    tests: limits,
  },
  {
    rule: 'RL-8',
    what: 'the wait is named in milliseconds',
    file: 'server/auth/rate-limits.ts',
    from: 'Math.ceil(refused.msBeforeNext / 1000)',
    to: 'refused.msBeforeNext',
    tests: limits,
  },
  {
    rule: 'RL-9',
    what: 'all counters are asked at once, also by an attempt that is refused',
    file: 'server/auth/rate-limits.ts',
    from: '    for (const [limiter, key] of counters) {\n      const seconds = await take(limiter, key);\n      if (seconds > 0) return seconds;\n    }\n    return 0;',
    to: '    return Math.max(...(await Promise.all(counters.map(([limiter, key]) => take(limiter, key)))));',
    tests: limits,
  },
];
