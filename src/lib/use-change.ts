import { useState } from 'react';
import type { MutateOptions } from '../../sync/client/api.ts';
import { useClient } from './client-context.ts';
import type { ArgsOf, MutatorName } from './model.ts';

/** Said where saving threw: nothing was kept, and it can be tried again. */
export const notTakenWords = 'Not saved: the storage of this device did not take it.';

/** One change made by a button: whether it runs, why it failed, and how to run it. */
export function useChange(onSaved: () => void) {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  async function run<Name extends MutatorName>(
    name: Name,
    args: ArgsOf<Name>,
    options: Pick<MutateOptions, 'base'> = {},
  ): Promise<void> {
    setBusy(true);
    setFailure(null);
    // What the engine threw is in its log.
    const result = await client.mutate(name, args, options).catch(() => null);
    setBusy(false);
    if (result?.kind === 'saved') onSaved();
    else setFailure(result?.message ?? notTakenWords);
  }
  return { busy, failure, run };
}
