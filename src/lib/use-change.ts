import { useState } from 'react';
import type { MutateOptions } from '../../sync/client/api.ts';
import { useClient } from './client-context.ts';
import type { ArgsOf, MutatorName } from './model.ts';

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
    const result = await client.mutate(name, args, options);
    setBusy(false);
    if (result.kind === 'saved') onSaved();
    else setFailure(result.message);
  }
  return { busy, failure, run };
}
