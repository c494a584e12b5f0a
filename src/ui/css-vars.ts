import type { CSSProperties } from 'react';

/** Custom properties for a `style`: React's types know none. */
export function cssVars(vars: Readonly<Record<`--${string}`, string | number>>): CSSProperties {
  return vars;
}
