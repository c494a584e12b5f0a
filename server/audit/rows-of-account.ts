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
    const rows = await store.read(() => call('sealedAudit', link, pageRows));
    found.push(...rows.filter((row) => row.actor === account.sub));
    link = rows.at(-1)?.link ?? link;
    if (rows.length < pageRows) break;
  }
  const unsealed = await store.read(() => call('unsealedAudit', pageRows));
  return [...found, ...unsealed.filter((row) => row.actor === account.sub)];
}
