/** Whose log grew in a writing transaction, and by records of which collections: who is poked after the commit, and of what. */
export class Touched {
  readonly #collections = new Map<string, Set<string>>();

  get size(): number {
    return this.#collections.size;
  }

  get principals(): readonly string[] {
    return [...this.#collections.keys()];
  }

  /** `collection`: of the record; '' where it may be any. */
  add(principal: string, collection: string): void {
    const known = this.#collections.get(principal);
    if (known) known.add(collection);
    else this.#collections.set(principal, new Set([collection]));
  }

  addAll(other: Touched): void {
    for (const [principal, collections] of other.#collections)
      for (const collection of collections) this.add(principal, collection);
  }

  /** Whether this principal's log grew by records of this collection, or may have. */
  has(principal: string, collection: string): boolean {
    const known = this.#collections.get(principal);
    return known !== undefined && (known.has(collection) || known.has(''));
  }

  /** The transaction begins anew. */
  clear(): void {
    this.#collections.clear();
  }
}
