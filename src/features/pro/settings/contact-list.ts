import type { Contact } from '../../../../sync/collections/contact.ts';
import { prefixRange } from '../../../../sync/core/index-key.ts';
import { practiceScope } from '../../../../sync/collections/classes.ts';
import type { SeenRecordOf } from '../../../lib/model.ts';
import { matchesName } from '../../../lib/match-name.ts';
import { useRange } from '../../../lib/use-records.ts';
import type { ContactKind } from './contact-words.ts';

export type ContactRecord = SeenRecordOf<'contact'>;

/** Everybody whom the practice works with outside; null until the replica has answered. */
export function useContacts(practiceId: string): readonly ContactRecord[] | null {
  const rows = useRange(
    practiceId === '' ? null : { collection: 'contact', index: 'practice', ...prefixRange(practiceScope(practiceId)) },
  );
  return rows.loading ? null : rows.value;
}

interface Wanted {
  readonly query: string;
  readonly kind: ContactKind | 'all';
}

/** Whom somebody looks for, by the beginnings of names and of the organization's; in the order of names. */
export function wantedContacts<One extends { readonly id: string; readonly body: Contact }>(
  all: readonly One[],
  { query, kind }: Wanted,
): readonly One[] {
  return all
    .filter(({ body }) => kind === 'all' || body.kind === kind)
    .filter(({ body }) => query.trim() === '' || matchesName(`${body.name} ${body.organization ?? ''}`, query))
    .toSorted((one, other) => one.body.name.localeCompare(other.body.name) || (one.id < other.id ? -1 : 1));
}
