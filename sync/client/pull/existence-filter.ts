/**
 * What a first sync that began with an empty base has written so far: any other key is known to be absent, and need not
 * be asked for. Only the leader writes the base, so nobody else can have added to it. Kept in memory for one run: after a
 * restart storage is asked again.
 */
export class ExistenceFilter {
  #keys: Set<string> | null = null;

  /** The base is empty, and everything that comes is noted from here on. */
  begin(): void {
    this.#keys = new Set();
  }

  /** Whether everything that lies in the base was written in this run. */
  get isKnown(): boolean {
    return this.#keys !== null;
  }

  /** Forgets: from here on everything may be there. */
  end(): void {
    this.#keys = null;
  }

  /** Those of the keys that may be in the base. */
  mayExist(keys: readonly string[]): readonly string[] {
    const known = this.#keys;
    return known ? keys.filter((key) => known.has(key)) : keys;
  }

  /** Noted before the commit: a key of a transaction that failed is only asked for in vain. */
  add(keys: Iterable<string>): void {
    if (!this.#keys) return;
    for (const key of keys) this.#keys.add(key);
  }
}
