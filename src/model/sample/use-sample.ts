import { noteIdOf } from '../../../sync/collections/appointment.ts';
import { sampleEnd, sampleIdsOf } from '../../../sync/collections/sample.ts';
import { useRecord, useRecords } from '../../lib/use-records.ts';
import { useMe } from '../people/use-account.ts';
import { writtenInto, type WrittenNote } from './written-into.ts';

export type SampleState =
  | { readonly kind: 'none' }
  | { readonly kind: 'shown'; readonly chartId: string; readonly written: readonly WrittenNote[] }
  /** `until`: the instant up to which it can be brought back. */
  | { readonly kind: 'removed'; readonly chartId: string; readonly until: string };

/** [SD-2] The samples of who is signed in, and what was written into them; `none` too until the replica has answered. */
export function useSample(): SampleState {
  const { sub } = useMe();
  const ids = sampleIdsOf(sub);
  const chart = useRecord('chart', sub === '' ? null : ids.chart);
  const notes = useRecords('note', sub === '' ? [] : ids.sessions.map((id) => noteIdOf(id)));
  const body = chart.loading ? undefined : chart.value?.body;
  if (body?.sample === undefined) return { kind: 'none' };
  if (body.sample === 'removed')
    return { kind: 'removed', chartId: ids.chart, until: sampleEnd(body.sample_removed ?? body.opened) };
  const seen = ids.sessions.flatMap((id) => notes.get(noteIdOf(id)) ?? []);
  return { kind: 'shown', chartId: ids.chart, written: writtenInto(seen, body.opened) };
}
