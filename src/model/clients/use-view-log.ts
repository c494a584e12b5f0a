import { useEffect } from 'react';
import { useClient, useSub } from '../../lib/client-context.ts';

/** One look at a chart within this time is one line in the audit log. */
const sameLookMs = 30 * 60 * 1000;

const lastLooks = new Map<string, number>();

/** Says, for the audit log, that a chart is on screen; also offline, and not once per redraw. */
export function useViewLog(chartId: string | null): void {
  const client = useClient();
  const sub = useSub();
  useEffect(() => {
    if (chartId === null) return;
    const now = performance.now();
    // Whoever signs in after somebody else in this tab looks for the first time.
    const look = `${sub} ${chartId}`;
    const last = lastLooks.get(look);
    if (last !== undefined && now - last < sameLookMs) return;
    lastLooks.set(look, now);
    // A refusal means that the chart is not ours to see: then nothing was seen either.
    void client.mutate('chart.view', { chart_id: chartId });
  }, [chartId, client, sub]);
}
