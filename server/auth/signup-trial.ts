import type { Instant } from '../../sync/core/record.ts';
import type { SignupTrial } from '../config.ts';

/** The coupon of the free month; by it and its day the plan is told apart from one that was bought. [C-512] */
const freeCoreMonth = 'free-core-month';

/** What the spec calls `orchid_pro_subscription`. */
type Subscription = {
  readonly coupon_id: string | null;
  readonly activated_time: Instant;
  readonly sub_class: 'core';
  readonly sub_period: 'month';
  readonly auto_renew: boolean;
  readonly terminated_code: string | null;
  readonly terminated_time: Instant | null;
};

/** [D-10] The month that begins with the confirmed e-mail. Nobody has asked for more: it does not renew by itself. */
export function trialOf(trial: SignupTrial, now: Instant): { readonly orchid_pro_subscription?: Subscription } {
  if (trial === 'none') return {};
  return {
    orchid_pro_subscription: {
      coupon_id: freeCoreMonth,
      activated_time: now,
      sub_class: 'core',
      sub_period: 'month',
      auto_renew: false,
      terminated_code: null,
      terminated_time: null,
    },
  };
}
