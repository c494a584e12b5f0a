import type { AuditRow } from '../store/audit-calls.ts';
import { emailKey } from '../store/email-key.ts';
import { call, type Store } from '../store/port.ts';

const pageRows = 1000;

/** All rows of one account, by sub or e-mail, oldest first; null where there is no such account. */
export async function rowsOfAccount(store: Store, name: string): Promise<readonly AuditRow[] | null> {
  const account = await store.read(function* () {
    return (yield* call('accountBySub', name)) ?? (yield* call('accountByEmail', emailKey(name)));
  });
  if (!account) return null;
  const found: AuditRow[] = [];
  let link = 0;
  for (;;) {
    const { sealed, unsealed } = await store.read(() => pageAfter(link));
    found.push(...[...sealed, ...(unsealed ?? [])].filter((row) => row.actor === account.sub));
    if (unsealed) return found;
    link = sealed.at(-1)?.link ?? link;
  }
}

/** The next page, the last one with all that is not sealed yet: what is sealed between two looks would be in neither. */
function* pageAfter(link: number) {
  const sealed = yield* call('sealedAudit', link, pageRows);
  const isLast = sealed.length < pageRows;
  return { sealed, unsealed: isLast ? yield* call('unsealedAudit', Number.MAX_SAFE_INTEGER) : null };
}
