import type { Context } from 'hono';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { toInstant } from '../../sync/core/instant.ts';
import {
  emailPreferenceRequest,
  type EmailPreference,
  type ShownPreference,
} from '../../sync/protocol/email-preference.ts';
import { addressOf } from '../auth/caller-address.ts';
import { isOneClick } from '../auth/origin-check.ts';
import { HttpError, notFound, signedOut } from '../http-error.ts';
import { maskEmail } from '../mail/mask-email.ts';
import { readPreferenceToken } from '../mail/preference-token.ts';
import type { Services } from '../services.ts';
import { refuseLost } from '../sync/hold-rows.ts';
import { call, type Plan } from '../store/port.ts';
import { readForm } from './read-form.ts';
import { refuseFor } from './refuse-for.ts';
import type { RouteRegistry } from './registry.ts';

const own = '/api/users/v1/email_preference';
const byToken = `${own}/:token`;

/** `/api/users/v1/email_preference`: what is sent to an address, for who has a mail to it or is signed in with it. [EP-1] */
export function addEmailPreferenceRoutes(routes: RouteRegistry, services: Services): void {
  const { store, clock, limits, secrets, trustProxy } = services;

  /** [EP-2] The address whose mail carried the token; whatever else it is, the answer is one. */
  const addressOfToken = async (c: Context): Promise<string> => {
    refuseFor(await limits.takePreLogin(addressOf(c, trustProxy)));
    const email = readPreferenceToken(secrets.tokenKey, c.req.param('token') ?? '');
    if (email === null) throw notFound();
    return email;
  };
  const change = (email: string, wish: Wish): Promise<EmailPreference> =>
    store.write(() => setPreference(email, wish, toInstant(clock.now())));

  routes.add({
    method: 'GET',
    path: byToken,
    audience: 'public',
    relation: 'the address whose mail carried the token, masked; nothing changes',
    handle: async (c) => {
      const email = await addressOfToken(c);
      return c.json(toShown(email, await store.read(() => call('emailPreference', email))));
    },
  });

  routes.add({
    method: 'PUT',
    path: byToken,
    audience: 'public',
    relation: 'the address whose mail carried the token',
    body: emailPreferenceRequest,
    handle: async (c, { body }) => {
      const email = await addressOfToken(c);
      return c.json(toShown(email, await change(email, body)));
    },
  });

  // [EP-3] A mail program posts by itself what RFC 8058 says, and nothing of a browser; the page of ours asks with JSON.
  routes.add({
    method: 'POST',
    path: `${byToken}/unsubscribe`,
    audience: 'public',
    relation: 'the address whose mail carried the token: everything off that can be',
    takesOneClick: true,
    handle: async (c) => {
      const email = await addressOfToken(c);
      if (isOneClick(c) && (await readForm(c)).get('List-Unsubscribe') !== 'One-Click')
        throw new HttpError(422, [{ msg: 'Expected List-Unsubscribe=One-Click.', loc: ['body'] }]);
      await change(email, { invitations: false, news: false });
      return c.body(null, 200);
    },
  });

  routes.add({
    method: 'GET',
    path: own,
    audience: 'session',
    relation: "the address of the caller's own account",
    handle: async (c, { caller }) => {
      const { sub } = caller.session;
      const found = await store.read(function* () {
        const account = yield* call('accountBySub', sub);
        return account && toShown(account.email, yield* call('emailPreference', account.email));
      });
      if (!found) throw signedOut();
      return c.json(found);
    },
  });

  routes.add({
    method: 'PUT',
    path: own,
    audience: 'session',
    kind: 'push',
    relation: "the address of the caller's own account",
    body: emailPreferenceRequest,
    handle: async (c, { caller, body }) => {
      const { sub } = caller.session;
      const at = toInstant(clock.now());
      const found = await store.write(function* () {
        yield* refuseLost(caller.session);
        const account = yield* call('accountBySub', sub);
        if (!account) return null;
        const next = yield* setPreference(account.email, body, at);
        yield* call('addAudit', {
          at,
          actor: sub,
          action: 'email-preference.set',
          subject: canonicalJson({ ...next }),
        });
        return toShown(account.email, next);
      });
      if (!found) throw signedOut();
      services.sealer.nudge();
      return c.json(found);
    },
  });
}

type Wish = { readonly [Name in keyof EmailPreference]?: boolean | undefined };

/** What is sent from now on; said again, nothing is written. */
function* setPreference(email: string, wish: Wish, at: string): Plan<EmailPreference> {
  const before = yield* call('emailPreference', email);
  const next = { invitations: wish.invitations ?? before.invitations, news: wish.news ?? before.news };
  if (next.invitations !== before.invitations || next.news !== before.news)
    yield* call('putEmailPreference', email, next, at);
  return next;
}

function toShown(email: string, preference: EmailPreference): ShownPreference {
  return { ...preference, email: maskEmail(email) };
}
