import * as v from 'valibot';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { factNames, type FactName } from '../../../model/clients/person-facts.ts';

const ofPerson = v.looseObject({ chart_id: v.string(), person_id: v.string(), timezone: v.optional(v.string()) });

/** A change of a person that was refused after it had been kept here. */
export interface RefusedEdit {
  readonly item: AttentionItem;
  readonly personId: string;
  /** What it says. */
  readonly facts: Partial<Record<FactName, string>>;
  readonly timezone: string | null;
}

/** Those of a chart among all that was refused, the newest last. */
export function refusedEdits(all: readonly AttentionItem[], chartId: string): readonly RefusedEdit[] {
  const edits = all.flatMap((item) => {
    const parsed = v.safeParse(ofPerson, item.args);
    if (item.name !== 'chart_person.edit' || !parsed.success || parsed.output.chart_id !== chartId) return [];
    const { person_id: personId, timezone = null } = parsed.output;
    const facts = factNames.flatMap((name) => {
      const value = parsed.output[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    return [{ item, personId, facts: Object.fromEntries(facts), timezone }];
  });
  // The device hands them over by uid, which says nothing of when.
  return edits.toSorted(({ item: one }, { item: other }) => {
    if (one.at !== other.at) return one.at < other.at ? -1 : 1;
    return one.uid < other.uid ? -1 : 1;
  });
}
