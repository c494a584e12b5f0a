/**
 * The only widths at which a layout changes, in CSS pixels: each the widest that still has it. Style sheets cannot read them, so
 * they write them out (`max-width` as here, `min-width` one more); `breakpoints.test.ts` finds any other.
 */
export const breakpoints = {
  /** One column, sheets from below. */
  phone: 767,
  /** The rail, and either a list or what was chosen from it. */
  tablet: 1023,
  /** Not yet room for the day and a session beside each other. */
  desk: 1179,
} as const;

export type Layout = keyof typeof breakpoints;
