import type { KeptVersion } from './record-calls.ts';

/** Most records of which versions are remembered. */
const mostRecords = 10_000;
/** Versions remembered of each: more than a draft asks for when it is overwritten. */
const mostVersions = 4;

interface Newest {
  readonly versions: readonly KeptVersion[];
  /** No older ones lie there. */
  readonly isAll: boolean;
}

/**
 * The newest overwritten versions of records that change again and again, as the writing connection left them. In storage each stands
 * behind the whole of its body: looking at two of them would cost more than writing one.
 */
export class KeptVersions {
  readonly #newest = new Map<string, Newest>();

  /** The newest `limit`, newest first; `read` is asked where they are not known. */
  newest(place: RecordPlace, limit: number, read: (limit: number) => readonly KeptVersion[]): readonly KeptVersion[] {
    const known = this.#newest.get(keyOf(place));
    if (known && (known.isAll || known.versions.length >= limit)) return known.versions.slice(0, limit);
    const versions = read(limit);
    this.#set(place, { versions, isAll: versions.length < limit });
    return versions;
  }

  /** One more, newer than all. */
  add(place: RecordPlace, version: KeptVersion): void {
    const known = this.#newest.get(keyOf(place));
    if (!known) return;
    const versions = [version, ...known.versions];
    this.#set(place, {
      versions: versions.slice(0, mostVersions),
      isAll: known.isAll && versions.length <= mostVersions,
    });
  }

  drop(place: RecordPlace, version: number): void {
    const known = this.#newest.get(keyOf(place));
    if (known) this.#set(place, { ...known, versions: known.versions.filter((one) => one.version !== version) });
  }

  /** What is remembered of one record, or of all, may not stand. */
  forget(place?: RecordPlace): void {
    if (place) this.#newest.delete(keyOf(place));
    else this.#newest.clear();
  }

  #set(place: RecordPlace, newest: Newest): void {
    if (this.#newest.size >= mostRecords) this.#newest.clear();
    this.#newest.set(keyOf(place), newest);
  }
}

interface RecordPlace {
  readonly collection: string;
  readonly id: string;
}

function keyOf({ collection, id }: RecordPlace): string {
  return `${collection}|${id}`;
}
