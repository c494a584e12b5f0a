/** [C-022, C-025, C-026, C-027] What a session is among others, in the spec's words. */
export const sessionKinds = ['one-on-one', 'follow-up', 'regular', 'free introduction'] as const;
export type SessionKind = (typeof sessionKinds)[number];

/** [C-028, C-029, C-030] How a session is to be paid, in the spec's words. Claims are no part of it (D-30). */
export const billingTypes = ['self pay', 'insurance', 'pre-authorized credit card'] as const;
export type BillingType = (typeof billingTypes)[number];

/** The highest price, in cents, that a session is booked at. */
export const highestPriceCents = 1_000_000;

/** [C-027] An introduction that is free costs nothing; anything else may. */
export function isPriceOf(kind: SessionKind | undefined, priceCents: number | undefined): boolean {
  return kind !== 'free introduction' || (priceCents ?? 0) === 0;
}
