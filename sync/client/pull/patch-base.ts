import { isCompanion, misplaced, type PlacedRecord } from '../../core/fits.ts';
import { grantingCollection } from '../../core/access.ts';
import { canonicalJson } from '../../core/canonical-json.ts';
import { collectionOfKey, recordKey, type StoredRecord } from '../../core/record.ts';
import type { Body, ReplicaRow } from '../../ports.ts';
import type { PullRecord } from '../../protocol/pull-message.ts';
import { allRows } from '../replica/all-rows.ts';
import { examine, isNamed, isStamps } from './examine-record.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { isOfTomorrow, recordToRow, rowToRecord, type Replica } from '../replica/replica.ts';
import type { SumBook } from './sum-book.ts';
import { baseMetaOf, isAside, isBroken, isParked, seenFromAbove, isOf } from '../replica/row-meta.ts';

/** A record as a page brings it. */
interface BroughtRecord extends StoredRecord {
  /** The scope above by which it is seen, where it is not seen by its own. */
  readonly above?: string;
}

/** What a page does to the base, before it is known what lies there. */
export interface Patch {
  readonly puts: ReadonlyMap<string, BroughtRecord>;
  readonly drops: ReadonlySet<string>;
  readonly scopesGone: readonly string[];
}

/** What of a page concerns the base. */
export interface PageRecords {
  readonly records: readonly PullRecord[];
  readonly gone: readonly { readonly c: string; readonly i: string }[];
  readonly scopesGone: readonly string[];
}

/** One record may come twice in a page: the last word counts. */
export function patchOf(page: PageRecords): Patch {
  const puts = new Map<string, BroughtRecord>();
  const drops = new Set<string>();
  for (const line of page.records) {
    puts.set(recordKey(line.c, line.i), {
      collection: line.c,
      id: line.i,
      scope: line.s,
      cls: line.k,
      version: line.v,
      shape: line.h,
      body: line.b,
      stamps: line.t,
      ...(line.p === undefined ? {} : { above: line.p }),
    });
  }
  for (const line of page.gone) {
    const key = recordKey(line.c, line.i);
    puts.delete(key);
    drops.add(key);
  }
  return { puts, drops, scopesGone: page.scopesGone };
}

/** The rows of a page as they will lie in the base; null: nothing of that record is kept. */
export interface SealedPage {
  readonly generation: number;
  readonly rows: ReadonlyMap<string, ReplicaRow | null>;
}

/** Seals the records of a page before its turn has come: for the generation that it will be written in. */
export function sealPage(replica: Replica, page: PageRecords, generation: number): SealedPage {
  const { puts } = patchOf(page);
  return {
    generation,
    rows: new Map([...puts].map(([key, record]) => [key, baseRow(replica, record, generation)])),
  };
}

/** [BR-1] A record that came, as it will lie in the base; null where nothing of it can be kept. */
export function baseRow(replica: Replica, record: BroughtRecord, generation: number): ReplicaRow | null {
  const meta = { g: generation, ...(record.above === undefined ? {} : { p: record.above }) };
  switch (examine(replica.registry, record)) {
    case 'good':
      return recordToRow(replica, 'base', record, meta);
    case 'of-tomorrow':
      return recordToRow(replica, 'base', record, { ...meta, parked: true });
    case 'damaged': {
      const stamps = isStamps(record.stamps) ? record.stamps : {};
      return recordToRow(replica, 'base', { ...record, stamps }, { ...meta, broken: true });
    }
    case 'refused':
      return null;
  }
}

/** The same row, kept aside. */
export function aside(row: ReplicaRow): ReplicaRow {
  return { ...row, x: [], m: { ...(baseMetaOf(row) ?? { g: 0 }), broken: true } };
}

interface PatchOptions {
  readonly generation: number;
  readonly sealed?: SealedPage;
  readonly sums: SumBook;
  /** What lies under the keys of the patch. */
  readonly before: readonly ReplicaRow[];
  /** Records that lie here already, and by which the place of what comes is judged. */
  readonly beside: readonly PlacedRecord[];
}

/** Without what it lies with no record is written, and without what gives roles none at all. */
function isLeanedOn({ registry }: Replica, collection: string): boolean {
  return collection === grantingCollection(registry).name || isCompanion(registry, collection);
}

/** What became of a patch. */
export interface Patched {
  readonly isChanged: boolean;
  /** Keys of records that came broken: kept aside, or not taken at all. [BR-1] */
  readonly broken: readonly string[];
  /** How many were refused that have no name to ask for them by. */
  readonly nameless: number;
  /** Keys under which now lies what the server says, or nothing. */
  readonly mended: ReadonlySet<string>;
}

/** Writes the records of a page and takes away what is gone; keeps the sums. */
export function* patchBase(replica: Replica, patch: Patch, options: PatchOptions): Body<Patched> {
  const { sums, generation } = options;
  const { puts } = patch;
  const ended = yield* rowsOfScopes(patch.scopesGone, puts);
  const drops = new Set([...patch.drops, ...ended.map((row) => row.k)]);
  if (puts.size === 0 && drops.size === 0) return { isChanged: false, broken: [], nameless: 0, mended: drops };

  const old = new Map(
    [...options.before, ...ended].flatMap((row) => (isOf(row, generation) ? [[row.k, row] as const] : [])),
  );
  const rows: ReplicaRow[] = [];
  const parked = new Set<string>();
  const broken = new Set<string>();
  let nameless = 0;
  const apart = new Set(misplaced(replica.registry, [...puts.values(), ...options.beside]));
  for (const [key, record] of puts) {
    const had = old.get(key);
    // Versions only grow: a page that was overtaken must not turn a record back.
    if (had && (had.v ?? 0) > record.version) continue;
    const ready = options.sealed?.generation === generation ? options.sealed.rows.get(key) : undefined;
    const made = ready === undefined ? baseRow(replica, record, generation) : ready;
    // Nothing of it is kept, and what lies here stays: so too where one version says two things.
    if (!made || (had && saysOtherwise(replica, had, made, record))) {
      if (isNamed(record)) broken.add(key);
      else nameless += 1;
      continue;
    }
    // A record never changes its scope.
    const isMoved = had !== undefined && !isBroken(had) && had.s !== made.s;
    const row = isMoved || apart.has(key) ? aside(made) : made;
    if (isBroken(row)) broken.add(key);
    // [BR-3] What a person's writing leans on goes on being what it was until it is mended.
    if (isBroken(row) && had && !isAside(had) && isLeanedOn(replica, record.collection)) continue;
    if (had) sums.change(record.collection, record.id, had.v ?? 0, -1);
    sums.change(record.collection, record.id, record.version, 1);
    if (isOfTomorrow(replica.registry, record)) parked.add(record.collection);
    rows.push(row);
  }
  for (const key of drops) {
    const had = old.get(key);
    if (had) sums.change(collectionOfKey(key), key.slice(key.indexOf('|') + 1), had.v ?? 0, -1);
  }
  yield [
    // What is pending is laid over them anew in this same transaction.
    { op: 'put', table: 'base', rows, isBare: true },
    { op: 'delete', table: 'base', keys: [...drops] },
  ];
  if (parked.size > 0) yield* noteParked(parked);
  const mended = new Set([...drops, ...rows.flatMap((row) => (isBroken(row) ? [] : [row.k]))]);
  return { isChanged: true, broken: [...broken], nameless, mended };
}

/** Whether the same version of a record comes with another content than it came before. Opened only where versions are the same. */
function saysOtherwise(replica: Replica, had: ReplicaRow, made: ReplicaRow, record: StoredRecord): boolean {
  if (had.v !== record.version || isAside(had) || isParked(made)) return false;
  if (isBroken(made)) return true;
  try {
    const before = rowToRecord(replica, 'base', had);
    const now = rowToRecord(replica, 'base', made);
    return textOf(before) !== textOf(now);
  } catch {
    // What lies here does not open: what came takes its place.
    return false;
  }
}

function textOf({ scope, cls, body, stamps }: StoredRecord): string {
  return canonicalJson([scope, cls, body, stamps]);
}

/** [EV-1] Said on screen until a build comes that can read them. */
function* noteParked(collections: ReadonlySet<string>): Body<void> {
  const [before] = yield* readMeta('parked');
  const all = new Set([...(before ?? []), ...collections]);
  if (all.size > (before ?? []).length) yield [putMeta('parked', [...all])];
}

/** [AC-2] Everything that was seen by scopes whose access ended, except what this very page brings of them. */
function* rowsOfScopes(
  scopes: readonly string[],
  puts: ReadonlyMap<string, StoredRecord>,
): Body<readonly ReplicaRow[]> {
  if (scopes.length === 0) return [];
  const ended = new Set(scopes);
  const rows = yield* allRows('base');
  return rows.filter((row) => ended.has(seenFromAbove(row) ?? row.s ?? '') && !puts.has(row.k));
}
