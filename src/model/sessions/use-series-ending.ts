import { betweenRange } from '../../../sync/core/index-key.ts';
import { addDays, dateIn } from '../../lib/time.ts';
import type { SeenRecordOf } from '../../lib/model.ts';
import { useNow } from '../../lib/use-now.ts';
import { useGroups, useRange } from '../../lib/use-records.ts';
import { chartIdOf } from '../clients/client-name.ts';
import { useClientNames } from '../clients/use-client-names.ts';
import { useMe } from '../people/use-account.ts';
import { asksToGoOn, endingDays } from './series-end.ts';
import { standsIn } from './series-reach.ts';

export interface EndingSeries {
  readonly record: SeenRecordOf<'appointment_series'>;
  readonly name: string;
  /** The date of its last session that is to come, in one's own zone. */
  readonly last: string;
}

/** One's own series that end within four weeks or have stopped, by their last session; none until that is known. */
export function useSeriesEnding(): readonly EndingSeries[] {
  const { sub, zone } = useMe();
  const now = useNow();
  const today = dateIn(now, zone);
  const found = useRange(
    sub === ''
      ? null
      : {
          collection: 'appointment_series',
          index: 'clinician_end',
          // One whose last session was moved to a later day is still told of.
          ...betweenRange([sub], addDays(today, -endingDays), '~'),
        },
  );
  const asked = (found.loading ? [] : found.value).filter(({ body }) => asksToGoOn(body, addDays(today, endingDays)));
  const sessions = useGroups(
    'appointment',
    'series',
    asked.map(({ id }) => id),
  );
  const names = useClientNames(asked.map(chartIdOf));
  return asked
    .flatMap((record): readonly EndingSeries[] => {
      const starts = (sessions.get(record.id) ?? []).filter(standsIn).map(({ body }) => body.start);
      const last = starts.toSorted().at(-1);
      const name = names.get(chartIdOf(record));
      if (last === undefined || last <= now || name === undefined) return [];
      return [{ record, name, last: dateIn(last, zone) }];
    })
    .toSorted((one, other) => (one.last < other.last ? -1 : 1));
}
