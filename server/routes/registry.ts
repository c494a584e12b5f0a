import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type * as v from 'valibot';
import { assert } from '../../sync/core/assert.ts';
import type { Actor } from '../../sync/core/mutation.ts';
import { actorOf, principalOf } from '../../sync/core/principal.ts';
import { addressOf } from '../auth/caller-address.ts';
import { isHttps, readAccessToken, readPendingCookie } from '../auth/cookies.ts';
import { isOneClick, isOwnOrigin } from '../auth/origin-check.ts';
import { claimedIdle, proveIdle } from '../auth/device-proof.ts';
import { endIfOver, findSession, needsTouch, touchSession } from '../auth/sessions.ts';
import type { RequestKind } from '../auth/request-limits.ts';
import { hashToken } from '../auth/tokens.ts';
import { HttpError, notFound, signedOut } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { AccountRow, SessionRow } from '../store/account-calls.ts';
import type { DepositKeyRow } from '../store/client-calls.ts';
import type { PendingRow } from '../store/registration-calls.ts';
import { call } from '../store/port.ts';
import type { IntentCaller } from '../sync/apply-intent.ts';
import { readBody, usualBodyBytes, type Strictness } from './read-body.ts';
import { waitWords } from '../../sync/protocol/wait-words.ts';

const answerPatienceMs = 60_000;

/** Who calls, from cookie or token; never from the body. */
export type Caller =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'session'; readonly session: SessionRow; readonly token: string; readonly actor: Actor }
  | { readonly kind: 'deposit'; readonly key: DepositKeyRow }
  | { readonly kind: 'pending'; readonly pending: PendingRow };
export type SessionCaller = Extract<Caller, { kind: 'session' }>;

/** As whom a signed-in caller writes. */
export function intentCaller({ session, actor }: SessionCaller): IntentCaller {
  return { actor, familyId: session.familyId };
}

/** What every route says of itself; printed by the authorisation test and compared with what is mounted. */
export interface RouteDeclaration {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** `deposit`: a session, or the upload-only token of a device. `arrival`: a session, or a registration that waits for its e-mail. */
  readonly audience: 'public' | 'session' | 'deposit' | 'arrival';
  /** Which kinds of account; all where it is absent. */
  readonly roles?: readonly AccountRow['userType'][];
  /** How what is answered relates to the caller, in words. */
  readonly relation: string;
}

type CallerOf<A extends RouteDeclaration['audience']> = A extends 'public'
  ? Caller
  : A extends 'session'
    ? SessionCaller
    : A extends 'arrival'
      ? Extract<Caller, { kind: 'session' | 'pending' }>
      : Extract<Caller, { kind: 'session' | 'deposit' }>;

export interface RouteSpec<A extends RouteDeclaration['audience'], Body> extends RouteDeclaration {
  readonly audience: A;
  readonly body?: v.GenericSchema<unknown, Body>;
  readonly maxBodyBytes?: number;
  /** The field of a long body that is parsed item by item. */
  readonly bodyList?: string;
  /** Fields that the body's schema does not name; default: refused. */
  readonly strictness?: Strictness;
  /**
   * What its requests are counted as; default: a read. Public routes have limits of their own, need none, or say one: they are
   * then counted by address.
   */
  readonly kind?: RequestKind;
  /** [EP-3] Public, and posted by mail programs as well: a form that says no origin. */
  readonly takesOneClick?: A extends 'public' ? true : never;
  /** Its answer may be as long as what the account holds: only so many of these are on their way at once. */
  readonly isLong?: boolean;
  /** What a missing session answers; the spec wants 403 of user_info. */
  readonly signedOutStatus?: 401 | 403;
  readonly handle: (c: Context, input: { readonly caller: CallerOf<A>; readonly body: Body }) => Promise<Response>;
}

/** Mounts routes and remembers what they declared. A route that is mounted past it stops the start. */
export class RouteRegistry {
  readonly declared: RouteDeclaration[] = [];
  readonly #app: Hono;
  readonly #services: Services;

  constructor(app: Hono, services: Services) {
    this.#app = app;
    this.#services = services;
  }

  add<A extends RouteDeclaration['audience'], Body = undefined>(spec: RouteSpec<A, Body>): void {
    const { method, path, audience, roles, relation } = spec;
    this.declared.push({ method, path, audience, relation, ...(roles ? { roles } : {}) });
    this.#app.on(method, path, async (c) => {
      const isLetIn = isOwnOrigin(c, this.#services.trustProxy) || (spec.takesOneClick === true && isOneClick(c));
      if (!isLetIn) throw new HttpError(403, 'Cross-site request refused.');
      const kind = spec.kind ?? (audience === 'public' ? null : 'read');
      if (kind) this.#limit((limits) => limits.takeAddress(kind, addressOf(c, this.#services.trustProxy)));
      const caller = await this.#callerOf(c, spec);
      if (kind && caller.kind !== 'nobody') this.#limit((limits) => limits.takeCaller(kind, nameOf(caller)));
      if (spec.isLong === true) this.#beginAnswer(c, nameOf(caller));
      const body = spec.body ? await readBody(c, spec.body, limitsOf(spec)) : (undefined as Body);
      return spec.handle(c, { caller: caller as CallerOf<A>, body });
    });
  }

  #limit(take: (limits: Services['requestLimits']) => number): void {
    const seconds = take(this.#services.requestLimits);
    if (seconds > 0) throw new HttpError(429, waitWords('requests', seconds), seconds);
  }

  /** [AV-1] Counts a long answer until it has left. One that nobody takes for a minute is given up. */
  #beginAnswer(c: Context, caller: string): void {
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    if (!outgoing) return;
    const end = this.#services.requestLimits.beginAnswer(caller);
    if (!end) throw new HttpError(429, waitWords('requests', 1), 1);
    outgoing.once('close', end);
    outgoing.setTimeout(answerPatienceMs, () => outgoing.destroy());
  }

  /** Every mounted handler was declared here; middleware is mounted for all methods. */
  assertAllDeclared(): void {
    const known = new Set(this.declared.map((route) => `${route.method} ${route.path}`));
    for (const route of this.#app.routes) {
      if (route.method === 'ALL') continue;
      assert(known.has(`${route.method} ${route.path}`), `undeclared route ${route.method} ${route.path}`);
    }
  }

  async #callerOf(
    c: Context,
    spec: RouteSpec<RouteDeclaration['audience'], never> | RouteDeclaration,
  ): Promise<Caller> {
    if (spec.audience === 'public') return { kind: 'nobody' };
    if (spec.audience === 'deposit') {
      const caller = await this.#depositCaller(c);
      if (caller) return caller;
    }
    const caller = await findCaller(this.#services, c);
    if (!caller && spec.audience === 'arrival') {
      const pending = await this.#pendingOf(c);
      if (pending) return { kind: 'pending', pending };
    }
    if (!caller) throw signedOut('signedOutStatus' in spec ? spec.signedOutStatus : 401);
    if (spec.roles) {
      const account = await this.#services.store.read(() => call('accountBySub', caller.session.sub));
      if (!account || !spec.roles.includes(account.userType)) throw notFound();
    }
    return caller;
  }

  /** The registration that this browser has begun. */
  async #pendingOf(c: Context): Promise<PendingRow | undefined> {
    const token = readPendingCookie(c);
    const { store, clock } = this.#services;
    return token === undefined ? undefined : store.read(() => call('pendingByToken', hashToken(token), clock.now()));
  }

  async #depositCaller(c: Context): Promise<Caller | null> {
    const match = /^Bearer (dep_[A-Za-z0-9_-]{43})$/.exec(c.req.header('authorization') ?? '');
    const token = match?.[1];
    if (token === undefined) return null;
    const key = await this.#services.store.read(() => call('depositKeyByToken', hashToken(token)));
    const isOver = !key || key.expiresAtMs <= this.#services.clock.now() || key.rowsLeft <= 0;
    // What the device holds stays there: the next sign-in on it delivers the same rows.
    if (isOver) throw signedOut();
    return { kind: 'deposit', key };
  }
}

function limitsOf(spec: {
  readonly maxBodyBytes?: number;
  readonly bodyList?: string;
  readonly strictness?: Strictness;
}) {
  return {
    maxBytes: spec.maxBodyBytes ?? usualBodyBytes,
    strictness: spec.strictness ?? 'strict',
    ...(spec.bodyList === undefined ? {} : { list: spec.bodyList }),
  } as const;
}

/** What a caller is counted by: a device token apart from its account, whose other devices must not wait for it. */
function nameOf(caller: Caller): string {
  switch (caller.kind) {
    case 'nobody':
      return '';
    case 'session':
      return `account|${caller.session.sub}`;
    case 'pending':
      return `registration|${caller.pending.id}`;
    case 'deposit':
      return `token|${caller.key.keyId}`;
  }
}

/** The live session of a request, with its activity noted; null where there is none. */
export async function findCaller(services: Services, c: Context): Promise<SessionCaller | null> {
  const { store, clock } = services;
  const token = readAccessToken(c, isHttps(c, services.trustProxy));
  if (token === undefined) return null;
  const nowMs = clock.now();
  const found = await store.read(() => findSession(token, nowMs));
  if (!found) return null;
  const { row: session, isOver } = found;
  if (isOver) {
    await store.write(() => endIfOver(session.familyId, nowMs));
    return null;
  }
  if (needsTouch(session, nowMs, claimedIdle(c)))
    await store.write(() => touchSession(token, nowMs, proveIdle(services, c)));
  // The one place where a session becomes whom it works as.
  return { kind: 'session', session, token, actor: actorOf(principalOf(session.sub)) };
}
