import { useState } from 'react';
import { useClient } from '../../lib/client-context.ts';
import type { ArgsOf } from '../../lib/model.ts';
import { notTakenWords } from '../../lib/use-change.ts';

/** Cancels sessions of a series by a button; what brings exactly these back is the uid of the change. */
export function useCancelSeries(onSaved: (uid: string) => void) {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function run(args: ArgsOf<'appointment_series.cancel'>): Promise<void> {
    setBusy(true);
    setFailure(null);
    // What the engine threw is in its log.
    const result = await client.mutate('appointment_series.cancel', args).catch(() => null);
    setBusy(false);
    if (result?.kind === 'saved') onSaved(result.uid);
    else setFailure(result?.message ?? notTakenWords);
  }
  return { busy, failure, run };
}
