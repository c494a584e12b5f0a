import { signedOut } from '../http-error.ts';
import type { Services } from '../services.ts';
import type { AccountRow } from '../store/account-calls.ts';
import { call } from '../store/port.ts';
import type { RouteRegistry } from './registry.ts';

/** `/api/users/v1/user_info`: the spec's fields of who is signed in; 403 means nobody is. [C-556] */
export function addUserInfoRoutes(routes: RouteRegistry, services: Services): void {
  routes.add({
    method: 'GET',
    path: '/api/users/v1/user_info',
    audience: 'session',
    signedOutStatus: 403,
    relation: "the caller's own account",
    handle: async (c, { caller }) => {
      const account = await services.store.read(() => call('accountBySub', caller.session.sub));
      if (!account) throw signedOut(403);
      return c.json(toUserInfo(account));
    },
  });
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

/** [C-285..C-303]. `guardian_token_exp` is absent: its presence would mean acting as a guardian. */
function toUserInfo(account: AccountRow): Readonly<Record<string, unknown>> {
  return {
    ...emptyInfo,
    ...account.profile,
    sub: account.sub,
    user_type: account.userType,
    groups: account.userType === 'orchid_pro' ? ['orchid_pro'] : [],
    email: account.email,
    create_datetime: account.created,
    modify_datetime: account.modified,
  };
}
