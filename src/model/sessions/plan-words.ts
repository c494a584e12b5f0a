import type { BillingType, SessionKind } from '../../../sync/domain/session-kinds.ts';

/** What a session is among others, as people call it. */
export const kindWords: Readonly<Record<SessionKind, string>> = {
  regular: 'Regular',
  'follow-up': 'Follow-up',
  'one-on-one': 'One-on-one',
  'free introduction': 'Free introduction',
};

/** How it is to be paid, as people call it. */
export const billingWords: Readonly<Record<BillingType, string>> = {
  'self pay': 'Self pay',
  insurance: 'Insurance',
  'pre-authorized credit card': 'Pre-authorized credit card',
};

/** `$150`, or `$82.50`; `No charge`. */
export function priceWords(cents: number): string {
  return cents === 0 ? 'No charge' : `$${typedPrice(cents)}`;
}

/** A price as it is typed: `150`, or `82.50`. */
export function typedPrice(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** What was typed as a price, in cents; null where it is none. */
export function centsOf(text: string): number | null {
  const [, whole, part = ''] = /^\$?\s*(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
