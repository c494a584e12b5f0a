import { chartScope } from '../../../sync/collections/classes.ts';
import { membershipsIn } from '../../../sync/collections/membership.ts';
import { useLease, useSub } from '../../lib/client-context.ts';
import { useRange } from '../../lib/use-records.ts';

export interface GoneWords {
  readonly title: string;
  readonly text: string;
}

/** Why a chart that was here is gone, and what to do. */
const accessEndWords: GoneWords = {
  title: 'Your access to this chart has ended',
  text: 'So it is no longer on this device. A colleague who treats this client can give you access again.',
};

/** After long silence nothing tells a chart that is closed from one that never was here. */
const sharedClosedWords: GoneWords = {
  title: 'Closed, or not on this device',
  text: 'Charts that others have shared with you open again at the next connection.',
};

/** Why what was asked for is not shown, as far as this device can tell; `otherwise` where it cannot. */
export function useGoneWords(chartId: string | null, otherwise: GoneWords): GoneWords {
  const hasEnded = useAccessEnd(chartId);
  const { closed } = useLease();
  if (hasEnded) return accessEndWords;
  return closed === 'shared' ? sharedClosedWords : otherwise;
}

/** Whether this account had access to the chart and has none any more: a membership that ended stays readable for its owner. */
function useAccessEnd(chartId: string | null): boolean {
  const sub = useSub();
  const own = useRange(chartId === null || sub === '' ? null : membershipsIn(sub, chartScope(chartId)));
  return !own.loading && own.value.length > 0 && own.value.every(({ body }) => body.ended !== undefined);
}
