import * as v from 'valibot';
import type { AttentionItem } from '../../../../sync/client/api.ts';

const ofChart = v.object({ chart_id: v.string(), email: v.optional(v.string()) });

/** One invite of a chart that was refused after it had been made here. */
export interface RefusedInvite {
  readonly item: AttentionItem;
  /** Where it was to be mailed to; null: it was one on paper. */
  readonly email: string | null;
}

/** Those of a chart among all that was refused, the newest last. */
export function refusedInvites(all: readonly AttentionItem[], chartId: string): readonly RefusedInvite[] {
  return all.flatMap((item) => {
    const parsed = v.safeParse(ofChart, item.args);
    if (item.name !== 'chart.invite' || !parsed.success || parsed.output.chart_id !== chartId) return [];
    return [{ item, email: parsed.output.email ?? null }];
  });
}
