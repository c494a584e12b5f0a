import { clientIndex, filterClients, noFilter } from '../../../src/features/pro/charts/client-filter.ts';
import { clientRows } from '../../../src/features/pro/charts/client-rows.ts';
import type { SearchRound } from './bench-api.ts';
import { manyClients } from './many-clients.ts';

/** Typed key by key into an empty field: two words of a name, a part of a phone number, a part of an email. */
const typed = ['maria lindq', '555 01', 'vist47@mail'] as const;

/** Between two keys, as for somebody who types in haste: each is a task of its own. */
const pauseMs = 30;

/**
 * What the list of so many clients computes for each key, in a page that has never searched before; then the same
 * `includes` over the same prepared texts, and nothing else.
 */
export async function searchByKeys(count: number): Promise<SearchRound> {
  const from = manyClients(count);
  const [rows, listMs] = timed(() => clientRows(from));
  const [index, indexMs] = timed(() => clientIndex(rows));
  if (index.entries.length !== count) throw new Error(`${index.entries.length} clients are listed`);
  const queries = typed.flatMap((text) => Array.from(text, (_key, at) => text.slice(0, at + 1)));
  const search = (query: string): number => filterClients(index, { ...noFilter, query }).shown.length;

  const own: number[] = [];
  for (const query of queries) {
    await pause();
    const [found, ms] = timed(() => search(query));
    own.push(ms);
    if (found === 0 && typed.some((text) => text === query)) throw new Error(`${query} finds nobody`);
  }
  const limit: number[] = [];
  for (const query of queries) {
    // After what is measured: a search that was watched is never timed.
    const asks = asksOf(() => search(query));
    await pause();
    const [hits, ms] = timed(() => askAll(asks));
    if (hits > asks.texts.length) throw new Error('more hits than texts');
    limit.push(ms);
  }
  return { own, limit, listMs, indexMs };
}

/** Each question of a search: whether a text has a part. */
interface Asks {
  readonly texts: readonly string[];
  readonly parts: readonly string[];
}

/** Every `includes` that a search asks, in its order. */
function asksOf(search: () => void): Asks {
  const plain = String.prototype.includes;
  const texts: string[] = [];
  const parts: string[] = [];
  // oxlint-disable-next-line no-extend-native -- for the time of one search that is watched
  String.prototype.includes = function (this: string, part: string, position?: number): boolean {
    texts.push(this);
    parts.push(part);
    return plain.call(this, part, position);
  };
  try {
    search();
  } finally {
    // oxlint-disable-next-line no-extend-native -- as it was
    String.prototype.includes = plain;
  }
  return { texts, parts };
}

function askAll({ texts, parts }: Asks): number {
  let hits = 0;
  for (let at = 0; at < texts.length; at += 1) if ((texts[at] ?? '').includes(parts[at] ?? '')) hits += 1;
  return hits;
}

function timed<T>(work: () => T): readonly [T, number] {
  const from = performance.now();
  const result = work();
  return [result, performance.now() - from];
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pauseMs));
}
