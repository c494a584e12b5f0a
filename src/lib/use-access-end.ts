import { chartScope } from '../../sync/collections/classes.ts';
import { membershipsIn, type Membership } from '../../sync/collections/membership.ts';
import { useSub } from './client-context.ts';
import { useRange } from './use-records.ts';

/** Why a chart that was here is gone, and what to do. */
export const accessEndWords = {
  title: 'Your access to this chart has ended',
  text: 'So it is no longer on this device. A colleague who treats this client can give you access again.',
} as const;

/** Whether this account had access to the chart and has none any more: a membership that ended stays readable for its owner. */
export function useAccessEnd(chartId: string | null): boolean {
  const sub = useSub();
  const own = useRange<Membership>(chartId === null || sub === '' ? null : membershipsIn(sub, chartScope(chartId)));
  return !own.loading && own.value.length > 0 && own.value.every(({ body }) => body.ended !== undefined);
}
