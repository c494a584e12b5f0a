import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Json } from '../../sync/core/record.ts';
import { endEverywhere } from '../auth/device-sessions.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { emailKey } from '../store/email-key.ts';
import { tellApproval } from '../effects/tell-approval-job.ts';
import { call, type Plan } from '../store/port.ts';

/** What no screen sets, and an operator may. */
export const settable = {
  is_test_user: (text: string) => readSwitch(text),
  profile_approved_to_use_the_platform: (text: string) => readSwitch(text),
  ai_free_trial_start_datetime: (text: string) => readInstant(text),
} as const satisfies Readonly<Record<string, (text: string) => Json | undefined>>;

export type Change =
  | { readonly kind: 'set'; readonly name: keyof typeof settable; readonly value: Json }
  | { readonly kind: 'end-sessions' }
  | { readonly kind: 'reset-factor' };

/** `name=value` as it may be set, or null. */
export function readSetting(text: string): Extract<Change, { kind: 'set' }> | null {
  const [name = '', ...rest] = text.split('=');
  if (!isSettable(name)) return null;
  const value = settable[name](rest.join('='));
  return value === undefined ? null : { kind: 'set', name, value };
}

function isSettable(name: string): name is keyof typeof settable {
  return Object.hasOwn(settable, name);
}

function readSwitch(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

function readInstant(text: string): string | null | undefined {
  if (text === 'null') return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : toInstant(ms);
}

/** The account of this id or e-mail. */
export function* findAccount(name: string): Plan<AccountRow | undefined> {
  return (yield* call('accountBySub', name)) ?? (yield* call('accountByEmail', emailKey(name)));
}

/** Changes an account as an operator asks; false where there is none. Each change stands in the audit log. */
export function* changeAccount(name: string, changes: readonly Change[], nowMs: number): Plan<boolean> {
  const found = yield* findAccount(name);
  if (!found) return false;
  const at = toInstant(nowMs);
  let account = found;
  for (const change of changes) {
    if (change.kind === 'set')
      account = { ...account, profile: { ...account.profile, [change.name]: change.value }, modified: at };
    if (change.kind === 'set' && change.name === 'profile_approved_to_use_the_platform')
      yield* call('addJob', tellApproval(account.sub, nowMs));
    if (change.kind === 'reset-factor') account = { ...account, withFactor: false, modified: at };
    if (change.kind === 'end-sessions') yield* endEverywhere(account.sub, { nowMs, reason: 'everywhere' });
    const what = change.kind === 'set' ? { [change.name]: change.value } : {};
    yield* call('addAudit', {
      at,
      actor: 'operator',
      action: `account.${change.kind}`,
      subject: canonicalJson({ account: account.sub, ...what }),
    });
  }
  yield* call('putAccount', account);
  return true;
}

/** What an operator reads of an account: no name, no e-mail, nothing of what it holds. */
export function* describeAccount(account: AccountRow): Plan<readonly string[]> {
  const sessions = yield* call('liveSessions', account.sub, null);
  const recovery = yield* call('getRecovery', account.sub);
  const said = (name: keyof typeof settable): string => `${name} ${JSON.stringify(account.profile[name] ?? null)}`;
  return [
    `account ${account.sub}`,
    `user_type ${account.userType}`,
    `created ${account.created}`,
    ...Object.keys(settable).filter(isSettable).map(said),
    `second factor ${account.withFactor ? 'on' : 'off'}`,
    `recovery code ${recovery?.generation === account.bundle.generation ? `made ${recovery.made}` : 'none'}`,
    `sessions ${sessions.length}`,
  ];
}
