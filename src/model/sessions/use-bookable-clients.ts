import { idOfScope, isChartScope } from '../../../sync/collections/classes.ts';
import { isFormer } from '../../../sync/collections/membership.ts';
import { prefixRange } from '../../../sync/core/index-key.ts';
import { useRange } from '../../lib/use-records.ts';
import { clientName, type PersonNames } from '../clients/client-name.ts';
import { useMe } from '../people/use-account.ts';
import { usePracticeDay } from '../people/use-practice-day.ts';
import { useWorkKind } from '../people/use-work-kind.ts';

/** A client who can be booked. */
export interface BookableClient {
  readonly chartId: string;
  readonly name: string;
}

const byName = new Intl.Collator('en');

/**
 * The clients on this device for whom somebody can book: a clinician for whom she treats, the front desk for everybody of the practice;
 * not for those whose chart is put away, nor for a sample. By name; null until the replica has answered.
 */
export function useBookableClients(): readonly BookableClient[] | null {
  const { sub, practiceId } = useMe();
  const kind = useWorkKind();
  const today = usePracticeDay(practiceId);
  const practice = practiceId === '' ? null : prefixRange(practiceId);
  const cards = useRange(practice && { collection: 'client_card', index: 'practice', ...practice });
  const people = useRange(practice && { collection: 'chart_person', index: 'chart', from: '', to: '~' });
  const roles = useRange(sub === '' ? null : { collection: 'membership', index: 'account', ...prefixRange(sub) });
  if (cards.loading || people.loading || roles.loading || today.loading || kind === null) return null;
  const treated = new Set(
    roles.value.flatMap((role) =>
      role.body.role === 'treating' && isChartScope(role.scope) && !isFormer(role, today.value)
        ? [idOfScope(role.scope)]
        : [],
    ),
  );
  const ofChart = new Map<string, PersonNames[]>();
  for (const { body } of people.value) ofChart.set(body.chart_id, [...(ofChart.get(body.chart_id) ?? []), body]);
  return cards.value
    .filter(({ body }) => body.sample === undefined && body.archived === undefined && body.merged_into === undefined)
    .filter(({ id }) => kind === 'desk' || treated.has(id))
    .map(({ id, body }) => ({
      chartId: id,
      name: clientName(body, ofChart.get(id)),
    }))
    .toSorted((one, other) => byName.compare(one.name, other.name));
}
