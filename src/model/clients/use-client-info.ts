import { askedAtFirst, type AskedName } from '../../../sync/collections/client-info.ts';
import { useSub } from '../../lib/client-context.ts';
import { useIsDamaged, useRecord } from '../../lib/use-records.ts';

/** What a professional wants to know of each new client. */
export interface ClientInfo {
  /** In the order in which the form asks. */
  readonly asked: readonly AskedName[];
  /** Where new clients are; '': where she is herself. */
  readonly timezone: string;
}

/** [C-157] What the signed-in professional has chosen, or what holds where nothing was; null until the replica has answered. */
export function useClientInfo(): ClientInfo | null {
  const sub = useSub();
  const record = useRecord('client_info', sub || null);
  if (record.loading) return null;
  const { asked = askedAtFirst, timezone = '' } = record.value?.body ?? {};
  return { asked, timezone };
}

/** Whether what was chosen came damaged, and is being fetched again. */
export function useIsClientInfoDamaged(): boolean {
  return useIsDamaged('client_info', useSub());
}
