import * as v from 'valibot';
import { derivedIds } from '../core/derived-ids.ts';
import { fromInstant, toInstant } from '../core/instant.ts';

/**
 * [SD-1] Says of a record that it is made up, for a newcomer to look around in: it counts nowhere, takes nobody's time and reminds nobody.
 * `removed`: put away, and brought back for 30 days; it stands in no list. Set by `sample.seed` and its two partners alone.
 */
export const sampleMark = v.optional(v.picklist(['shown', 'removed']));
export type SampleMark = v.InferOutput<typeof sampleMark>;

/** Until when what was removed then can be brought back. */
export function sampleEnd(removed: string): string {
  return toInstant(fromInstant(removed) + sampleDays * 24 * 60 * 60 * 1000);
}

/** So long what was removed can be brought back. */
export const sampleDays = 30;

/** The records of an account's samples, which are the same ones however often they are asked for. */
export interface SampleIds {
  readonly chart: string;
  readonly person: string;
  /** The two that are over, the older one first, and the one to come. */
  readonly sessions: readonly [string, string, string];
}

/** [D-36] The ids of an account's samples follow from the account: made twice, on two devices, they are one. */
export function sampleIdsOf(sub: string): SampleIds {
  const [chart = '', first = '', second = '', third = ''] = derivedIds(sub, 'sample', 4);
  return { chart, person: `${chart}.1`, sessions: [first, second, third] };
}

/** Whether a record is put away with the samples: then no index holds it. */
export function isPutAway({ sample }: { readonly sample?: SampleMark }): boolean {
  return sample === 'removed';
}
