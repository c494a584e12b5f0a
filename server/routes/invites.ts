import type * as v from 'valibot';
import { chartScope } from '../../sync/collections/classes.ts';
import { chartInvite, invitesLoad, isJoined } from '../../sync/collections/chart-invite.ts';
import {
  anyInviteCode,
  birthDateRequest,
  inviteLookRequest,
  type inviteAcceptResponse,
  type birthDateResponse,
  type InviteLook,
  type inviteCodeResponse,
} from '../../sync/protocol/invite-message.ts';
import { passwordProblem, weakPassword } from '../../sync/protocol/password-rules.ts';
import { completeSignupRequest } from '../../sync/protocol/registration-message.ts';
import { isDerived } from '../auth/registration.ts';
import { HttpError, notFound } from '../http-error.ts';
import { deadInviteError, openInvite, type FoundInvite } from '../invites/find-invite.ts';
import { giveBirthDate } from '../invites/give-birth-date.ts';
import { paperCode } from '../invites/invite-codes.ts';
import { makeInvitedAccount } from '../invites/make-invited-account.ts';
import { lookUp, withInvite } from '../invites/try-code.ts';
import { useInvite } from '../invites/use-invite.ts';
import type { Services } from '../services.ts';
import { emailKey } from '../store/email-key.ts';
import { call, type Plan } from '../store/port.ts';
import { afterCommit } from '../sync/after-commit.ts';
import { rolesOf } from '../sync/audience.ts';
import { refuseLost } from '../sync/hold-rows.ts';
import { liftTo } from '../sync/lift-record.ts';
import { readRecord } from '../sync/read-records.ts';
import { createTxContext, type TxContext } from '../sync/tx-context.ts';
import { check } from './read-body.ts';
import type { RouteRegistry } from './registry.ts';

/** `/api/users/v1`: what an invite leads to, from its code to an open chart. */
export function addInviteRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, registry, secrets, practiceZone: zone } = services;
  const txContext = () => createTxContext(registry, clock.now(), { zone });

  routes.add({
    method: 'POST',
    path: '/api/users/v1/invite/look',
    audience: 'public',
    relation: 'the invite that is given; what opens nothing answers like what never was',
    body: inviteLookRequest,
    handle: async (c, { body }) => c.json(await toLook(services, await lookUp(services, c, body))),
  });

  routes.add({
    method: 'POST',
    path: '/api/users/v1/patient_signup_session/complete/:token',
    audience: 'public',
    relation: 'the registration that somebody began for who holds the token',
    body: completeSignupRequest,
    handle: async (c, { body: user }) => {
      const code = check(anyInviteCode, c.req.param('token') ?? '', 'path');
      const { subject } = (await lookUp(services, c, { code })).row;
      if (subject.kind !== 'complete_signup') throw deadInviteError();
      const { email, first_name: firstName } = subject;
      const isWeak = !isDerived(user) && passwordProblem(user.password, [email, firstName]) !== null;
      if (isWeak) throw new HttpError(400, weakPassword);
      await makeInvitedAccount(services, c, { brought: { code }, email, firstName, user, others: [] });
      return c.body(null, 204);
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/users/v1/invite/accept',
    audience: 'session',
    roles: ['member'],
    kind: 'push',
    relation: 'the invite that is given, for the account that is signed in',
    body: inviteLookRequest,
    handle: async (c, { caller, body }) => {
      const context = txContext();
      const { sub } = caller.session;
      const accepted = await withInvite(services, c, body, (found) => accept(context, found, caller.session));
      afterCommit(services, { touched: context.touched, familyId: null });
      await services.traces.note({ actor: sub, action: 'invite.accepted', subject: { invite: accepted.invite } });
      return c.json(accepted);
    },
  });

  routes.add({
    method: 'POST',
    path: '/api/users/v1/invite/birth_date',
    audience: 'session',
    roles: ['member'],
    kind: 'push',
    relation: 'an invite that the caller has used',
    body: birthDateRequest,
    handle: async (c, { caller, body }) => {
      const context = txContext();
      const { sub } = caller.session;
      const given = await store.write(function* (): Plan<v.InferOutput<typeof birthDateResponse> | undefined> {
        context.touched.clear();
        yield* refuseLost(caller.session);
        return yield* giveBirthDate(context, { ...body, sub });
      });
      if (!given) throw notFound();
      afterCommit(services, { touched: context.touched, familyId: null });
      await services.traces.note({
        actor: sub,
        action: 'invite.birth_date',
        subject: { invite: body.invite, state: given.state },
      });
      return c.json(given);
    },
  });

  routes.add({
    method: 'GET',
    path: '/api/users/v1/chart_invite/:id/code',
    audience: 'session',
    roles: ['orchid_pro'],
    relation: 'invites on paper of charts in which the caller treats',
    handle: async (c, { caller }) => {
      const id = c.req.param('id') ?? '';
      const isGood = await store.read(function* () {
        const context = { registry, principal: caller.actor.principal };
        const record = yield* readRecord(context, chartInvite.name, id);
        if (!record) return false;
        const roles = yield* rolesOf(context.principal, record.scope);
        const found = yield* openInvite(registry, id, clock.now());
        return roles.includes('treating') && found?.chart?.invite.body.way === 'paper';
      });
      if (!isGood) throw notFound();
      await services.traces.note({
        actor: caller.actor.principal,
        action: 'invite.code_read',
        subject: { invite: id },
      });
      const answer: v.InferOutput<typeof inviteCodeResponse> = { code: paperCode(secrets.tokenKey, id) };
      return c.json(answer);
    },
  });
}

async function toLook(services: Services, { row, chart }: FoundInvite): Promise<InviteLook> {
  const { subject } = row;
  const invite = chart?.invite.body;
  if (invite?.way === 'paper') return { kind: 'chart', way: 'paper', invited_by: invite.made_by_name };
  const email = subject.kind === 'complete_signup' ? subject.email : invite?.email;
  if (email === undefined) throw deadInviteError();
  const account = await services.store.read(() => call('accountByEmail', email));
  const known = {
    kdf: account?.kdf ?? services.passwords.decoyKdf(emailKey(email)),
    has_account: account !== undefined,
  };
  return invite
    ? { kind: 'chart', way: 'mail', invited_by: invite.made_by_name, ...known }
    : { kind: 'complete_signup', ...known };
}

/** Undefined for an invite that is no chart's, and for who has joined this chart already: one account is one person there. */
function* accept(
  context: TxContext,
  found: FoundInvite,
  session: { readonly sub: string; readonly deviceId: string },
): Plan<v.InferOutput<typeof inviteAcceptResponse> | undefined> {
  context.touched.clear();
  const { sub } = session;
  yield* refuseLost(session);
  const account = yield* call('accountBySub', sub);
  if (!found.chart || !account) return undefined;
  const { chart_id: chart } = found.chart.invite.body;
  if ((yield* call('rolesIn', sub, chartScope(chart))).length > 0) return undefined;
  for (const stored of yield* call('rangeRecords', invitesLoad(chart))) {
    const { body } = liftTo(context.registry, chartInvite, stored);
    if (body.joined_as === sub && isJoined(body)) return undefined;
  }
  const asks = yield* useInvite(context, found, { sub, email: account.email });
  return { invite: found.row.id, asks };
}
