import { classes, accountScope, practiceScope, type PracticeRole } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Json } from '../../sync/core/record.ts';
import type { Approval, SignupTrial } from '../config.ts';
import { call, type Plan } from '../store/port.ts';
import type { PendingRow } from '../store/registration-calls.ts';
import type { TxContext } from '../sync/tx-context.ts';
import { writeRecord } from '../sync/write-record.ts';
import { trialOf } from './signup-trial.ts';

interface MadeRecord {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  readonly cls: string;
  readonly body: Json;
}

interface MakingOf {
  readonly practiceId: string;
  readonly approval: Approval;
  readonly signupTrial: SignupTrial;
  readonly isInvited?: boolean;
}

/**
 * [RG-3] Makes the account of a registration whose e-mail is proved, and ends every other registration of that e-mail, in the
 * transaction of its caller. A professional gets a practice of her own. Answers whether it did: one e-mail is one account's.
 */
export function* makeAccount(context: TxContext, pending: PendingRow, on: MakingOf): Plan<boolean> {
  if (yield* call('accountByEmail', pending.email)) return false;
  if (yield* call('accountBySub', pending.sub)) return false;
  const now = toInstant(context.nowMs);
  yield* call('putAccount', {
    sub: pending.sub,
    email: pending.email,
    userType: pending.userType,
    kdf: pending.kdf,
    authHash: pending.authHash,
    bundle: pending.bundle,
    profile: {
      signup_form_finished: false,
      agreed: pending.agreed.map(({ text, version, hash, at }) => ({ text, version, hash, at })),
      ...(pending.userType === 'orchid_pro'
        ? { profile_approved_to_use_the_platform: on.approval === 'automatic', ...trialOf(on.signupTrial, now) }
        : {}),
    },
    created: now,
    modified: now,
    withFactor: false,
  });
  for (const record of recordsOf(pending, on, now)) {
    const shape = context.registry.collections.get(record.collection)?.shape ?? 1;
    yield* writeRecord(context, { ...record, version: 1, shape, stamps: {} }, undefined);
  }
  yield* call('dropPendingOf', pending.email);
  return true;
}

function recordsOf(
  pending: PendingRow,
  { practiceId, approval, isInvited = false }: MakingOf,
  now: string,
): readonly MadeRecord[] {
  const { sub, userType, given } = pending;
  const name = `${given.first_name} ${given.last_name}`.trim();
  const isProfessional = userType === 'orchid_pro';
  const account: MadeRecord = {
    collection: 'account',
    id: sub,
    scope: accountScope(sub),
    cls: classes.own,
    body: {
      user_type: userType,
      first_name: given.first_name,
      last_name: given.last_name,
      display_name: name,
      timezone: given.timezone,
      ...(isProfessional
        ? { practice_id: practiceId, profile_approved_to_use_the_platform: approval === 'automatic' }
        : {}),
      modify_datetime: now,
    },
  };
  if (!isProfessional) {
    const body = { signup_form_finished: false, ...(isInvited ? { invited: true } : {}), modify_datetime: now };
    return [account, { collection: 'member_profile', id: sub, scope: accountScope(sub), cls: classes.own, body }];
  }
  const scope = practiceScope(practiceId);
  const membershipOf = (role: PracticeRole): MadeRecord => ({
    collection: 'membership',
    id: membershipId(scope, sub, role),
    scope,
    cls: classes.access,
    body: { account: sub, account_name: name, role, from: now, access: 'own' },
  });
  return [
    {
      collection: 'practice',
      id: practiceId,
      scope,
      cls: classes.colleagues,
      body: { name: `Practice of ${name}`, zone: given.timezone },
    },
    account,
    membershipOf('owner'),
    membershipOf('professional'),
    {
      collection: 'professional',
      id: sub,
      scope,
      cls: classes.colleagues,
      body: { cognito_sub: sub, display_name: name, medical_degree: '' },
    },
    {
      collection: 'professional_record',
      id: sub,
      scope: accountScope(sub),
      cls: classes.own,
      body: { confirmed: {}, signup_form_finished: false, modify_datetime: now },
    },
  ];
}
