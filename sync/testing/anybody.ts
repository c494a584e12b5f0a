import type { Who } from '../core/define.ts';

/** Nobody is asked who they are: for mutators that exist in tests alone. */
export const anybody: Who<unknown> = { roles: null, load: () => [], may: () => true };
