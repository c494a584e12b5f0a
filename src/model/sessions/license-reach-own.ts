import { accountScope } from '../../../sync/collections/classes.ts';
import { prefixRange } from '../../../sync/core/index-key.ts';
import { useSub } from '../../lib/client-context.ts';
import { useRange } from '../../lib/use-records.ts';
import type { HeldLicense } from './license-reach.ts';

/** One's own licences, which nobody else reads; null until the replica has answered. */
export function useOwnLicenses(): readonly HeldLicense[] | null {
  const sub = useSub();
  const found = useRange(
    sub === '' ? null : { collection: 'license', index: 'account', ...prefixRange(accountScope(sub)) },
  );
  return found.loading ? null : found.value.map(({ body }) => body);
}
