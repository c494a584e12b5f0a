import { eq } from 'drizzle-orm';
import type { Random } from '../../sync/ports.ts';
import { assert } from '../../sync/core/assert.ts';
import { open, seal } from './body-seal.ts';
import { scopeKey } from './sqlite-schema.ts';
import { prepareInsert, slot, type Db } from './sqlite-statements.ts';

/** Most keys held in memory at once; the oldest ones are read again when needed. */
const cachedKeys = 20_000;

/** One key per scope, wrapped by the master key. */
export interface ScopeKeys {
  /** The scope's key, made now where there is none. */
  mustHave(scope: string): Uint8Array;
  /** The scope's key; a missing one is a broken database. */
  mustGet(scope: string): Uint8Array;
  /** The transaction, or a part of it, was undone: keys made since it began may not exist and are read again. */
  forgetNew(): void;
  /** The transaction has committed. */
  keepNew(): void;
}

export function createScopeKeys(
  db: Db,
  options: { readonly masterKey: Uint8Array; readonly random: Random },
): ScopeKeys {
  const { masterKey, random } = options;
  const find = db
    .select()
    .from(scopeKey)
    .where(eq(scopeKey.scope, slot('scope')))
    .prepare();
  const insert = prepareInsert(db, scopeKey);
  const known = new Map<string, Uint8Array>();
  // Made in the running transaction: if it is undone, sealing under them would lose data.
  const fresh = new Set<string>();

  function read(scope: string): Uint8Array | undefined {
    const cached = known.get(scope);
    if (cached) return cached;
    const row = find.get({ scope });
    if (!row) return undefined;
    const key = open(masterKey, `scope-key|${scope}`, row.wrapped);
    remember(scope, key);
    return key;
  }

  function remember(scope: string, key: Uint8Array): void {
    if (known.size >= cachedKeys) {
      const [oldest] = known.keys();
      if (oldest !== undefined) known.delete(oldest);
    }
    known.set(scope, key);
  }

  return {
    mustHave: (scope) => {
      const found = read(scope);
      if (found) return found;
      const key = random.bytes(32);
      insert.run({ scope, wrapped: seal(masterKey, `scope-key|${scope}`, key, random) });
      fresh.add(scope);
      remember(scope, key);
      return key;
    },
    mustGet: (scope) => {
      const key = read(scope);
      assert(key, 'a sealed record has a scope key');
      return key;
    },
    forgetNew: () => {
      // Still named as new: one that survives an undone part may yet be undone with the whole.
      for (const scope of fresh) known.delete(scope);
    },
    keepNew: () => fresh.clear(),
  };
}
