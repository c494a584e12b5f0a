import { parse, type InferOutput } from 'valibot';
import { account as accountRecords } from '../../sync/collections/account.ts';
import { memberProfile } from '../../sync/collections/member-profile.ts';
import { practice } from '../../sync/collections/practice.ts';
import { professionalRecord } from '../../sync/collections/professional-record.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { Instant } from '../../sync/core/record.ts';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { signedOut } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/account-calls.ts';
import type { PendingRow } from '../store/registration-calls.ts';
import { call, type Plan } from '../store/port.ts';
import { readRecord } from '../sync/read-records.ts';
import type { RouteRegistry, SessionCaller } from './registry.ts';

/** `/api/users/v1/user_info`: the spec's fields of who is signed in; 403 means nobody is. [C-556] */
export function addUserInfoRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: '/api/users/v1/user_info',
    audience: 'arrival',
    signedOutStatus: 403,
    relation: "the caller's own account, or what waits to become one",
    handle: async (c, { caller }) => {
      if (caller.kind === 'pending') return c.json(toPendingInfo(caller.pending));
      const found = await services.store.read(() => readPerson(services.registry, caller));
      if (!found) throw signedOut(403);
      return c.json(toUserInfo(found));
    },
  });
}

interface Person {
  readonly account: AccountRow;
  readonly facts: InferOutput<typeof accountRecords.body> | undefined;
  readonly practiceName: string | undefined;
  /** Of what somebody says of themselves; undefined where there is nothing. */
  readonly isFinished: boolean | undefined;
  /** When any of it was changed last. */
  readonly modified: Instant;
}

/** Who the person is stands in records that their devices hold as well: the account's own, and the practice's. */
function* readPerson(registry: Registry, { actor }: SessionCaller): Plan<Person | undefined> {
  const account = yield* call('accountBySub', actor.sub);
  if (!account) return undefined;
  const context = { registry, principal: actor.principal };
  const own = yield* readRecord(context, accountRecords.name, actor.sub);
  const facts = own && parse(accountRecords.body, own.body);
  const works =
    facts?.practice_id === undefined ? undefined : yield* readRecord(context, practice.name, facts.practice_id);
  const found = yield* readRecord(context, memberProfile.name, actor.sub);
  const practises = yield* readRecord(context, professionalRecord.name, actor.sub);
  const profile = found
    ? parse(memberProfile.body, found.body)
    : practises && parse(professionalRecord.body, practises.body);
  const isFinished = profile?.signup_form_finished;
  const modified = newest([account.modified, facts?.modify_datetime, profile?.modify_datetime]);
  return { account, facts, practiceName: works && parse(practice.body, works.body).name, isFinished, modified };
}

/** [C-295] Of two answers the one with the later time counts: it moves on with whatever the answer is made of. */
function newest(times: readonly (Instant | undefined)[]): Instant {
  return times.reduce<Instant>((latest, time = '') => (time > latest ? time : latest), '');
}

const emptyInfo = {
  first_name: '',
  last_name: '',
  email_confirmed: true,
  signup_form_finished: true,
  business_entity_name: null,
  is_test_user: false,
  timezone: 'America/New_York',
  minors: [],
  current_minor_user_id: null,
  signup_channel: { amhc: false },
  profile_approved_to_use_the_platform: null,
  ai_free_trial_start_datetime: null,
  orchid_pro_subscription: null,
} as const;

/** [C-290] What is known before the e-mail is confirmed. */
function toPendingInfo({ sub, userType, email, given, createdMs }: PendingRow): Readonly<Record<string, unknown>> {
  return {
    ...emptyInfo,
    ...given,
    email_confirmed: false,
    signup_form_finished: false,
    sub,
    user_type: userType,
    groups: userType === 'orchid_pro' ? ['orchid_pro'] : [],
    email,
    create_datetime: toInstant(createdMs),
    modify_datetime: toInstant(createdMs),
  };
}

/** [C-285..C-303]. `guardian_token_exp` is absent: its presence would mean acting as a guardian. */
function toUserInfo({ account, facts, practiceName, isFinished, modified }: Person): Readonly<Record<string, unknown>> {
  const { agreed: _agreed, ...profile } = account.profile;
  return {
    ...emptyInfo,
    // What only the server knows of an account; and all of it for one that has no record of its own yet.
    ...profile,
    ...(facts ? { first_name: facts.first_name, last_name: facts.last_name, timezone: facts.timezone } : {}),
    ...(isFinished === undefined ? {} : { signup_form_finished: isFinished }),
    ...(practiceName === undefined ? {} : { business_entity_name: practiceName }),
    sub: account.sub,
    user_type: account.userType,
    groups: account.userType === 'orchid_pro' ? ['orchid_pro'] : [],
    email: account.email,
    create_datetime: account.created,
    modify_datetime: modified,
  };
}
