import type { Store } from '../store/port.ts';
import { changeAccount, describeAccount, findAccount, readSetting, settable, type Change } from './change-account.ts';

export interface AccountOptions {
  readonly find?: string | undefined;
  readonly set?: readonly string[] | undefined;
  readonly approve?: boolean | undefined;
  readonly 'end-sessions'?: boolean | undefined;
  readonly 'reset-factor'?: boolean | undefined;
}

export interface CommandEnd {
  readonly code: 0 | 1;
  readonly lines: readonly string[];
}

const usage = `Say whose: npm run account -- --find SUB|EMAIL [--approve] [--set NAME=VALUE] [--end-sessions] [--reset-factor]
NAME is one of ${Object.keys(settable).join(', ')}`;

/** `npm run account`: looks at an account, and changes what no screen changes. What cannot be read changes nothing. */
export async function runAccountCommand(store: Store, options: AccountOptions, nowMs: number): Promise<CommandEnd> {
  const { find } = options;
  if (find === undefined) return { code: 1, lines: [usage] };
  const settings = (options.set ?? []).map((text) => ({ text, change: readSetting(text) }));
  const wrong = settings.find(({ change }) => change === null);
  if (wrong) return { code: 1, lines: [`This cannot be set: ${wrong.text}`, usage] };
  const approval: Change = { kind: 'set', name: 'profile_approved_to_use_the_platform', value: true };
  const changes: readonly Change[] = [
    ...(options.approve ? [approval] : []),
    ...settings.flatMap(({ change }) => (change ? [change] : [])),
    ...(options['reset-factor'] ? [{ kind: 'reset-factor' } as const] : []),
    ...(options['end-sessions'] ? [{ kind: 'end-sessions' } as const] : []),
  ];
  const isThere = await store.write(() => changeAccount(find, changes, nowMs));
  if (!isThere) return { code: 1, lines: ['There is no such account.'] };
  const lines = await store.read(function* () {
    const account = yield* findAccount(find);
    return account ? yield* describeAccount(account) : [];
  });
  return { code: 0, lines };
}
