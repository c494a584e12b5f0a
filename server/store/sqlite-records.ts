import { and, asc, desc, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import { assert } from '../../sync/core/assert.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { Random } from '../../sync/ports.ts';
import { open, seal } from './body-seal.ts';
import { parseJson, readJson, stampsColumn, wordIn } from './columns.ts';
import type { KeptVersions } from './kept-versions.ts';
import type { RecordCache, RecordText } from './record-cache.ts';
import { versionsKept, type IndexRows, type KeptVersion, type MemberCalls, type RecordCalls } from './record-calls.ts';
import type { ScopeKeys } from './scope-keys.ts';
import { record, recordHistory, recordIndex } from './sqlite-schema.ts';
import {
  prepareChange,
  prepareInsert,
  prepareQuery,
  prepareRows,
  prepareUpdate,
  slot,
  type Db,
} from './sqlite-statements.ts';

type RecordTableRow = typeof record.$inferSelect;
type RecordPart = Omit<RecordCalls, keyof MemberCalls>;

const noLimit = -1;

/** The place that a sealed body is bound to. */
export function bodyPlace(row: { readonly collection: string; readonly id: string; readonly version: number }): string {
  return `${row.collection}|${row.id}|${row.version}`;
}

/** A row's body, opened: JSON in UTF-8. */
export function bodyBytes(
  keys: ScopeKeys,
  row: Pick<RecordTableRow, 'collection' | 'id' | 'version' | 'scope' | 'sealed' | 'body'>,
): Buffer {
  return row.sealed === 0 ? row.body : open(keys.mustGet(row.scope), bodyPlace(row), row.body);
}

/** What the one connection that writes remembers from one transaction to the next. */
interface WriterMemory {
  readonly records: RecordCache;
  readonly versions: KeptVersions;
}

/** Without `memory` every record is read and opened anew. */
export function createRecordCalls(
  db: Db,
  options: { readonly keys: ScopeKeys; readonly random: Random; readonly memory?: WriterMemory },
): RecordPart {
  const { keys, random, memory } = options;
  const cache = memory?.records;
  const history = memory?.versions;
  const byId = prepareRows(
    db,
    record,
    db
      .select()
      .from(record)
      .where(and(eq(record.collection, slot('collection')), eq(record.id, slot('id')))),
  );
  const rangeUp = db
    .select({ collection: recordIndex.collection, id: recordIndex.id })
    .from(recordIndex)
    .where(indexRange())
    .orderBy(asc(recordIndex.key), asc(recordIndex.id))
    .limit(slot('limit'))
    .prepare();
  const rangeDown = db
    .select({ collection: recordIndex.collection, id: recordIndex.id })
    .from(recordIndex)
    .where(indexRange())
    .orderBy(desc(recordIndex.key), desc(recordIndex.id))
    .limit(slot('limit'))
    .prepare();
  // Place and scope of a record never change: naming them would rewrite the index on them each time.
  const update = prepareUpdate(db, record, { keys: [record.collection, record.id], except: [record.scope] });
  const insert = prepareInsert(db, record);
  const remove = db
    .delete(record)
    .where(and(eq(record.collection, slot('collection')), eq(record.id, slot('id'))))
    .prepare();
  const insertIndex = prepareInsert(db, recordIndex);
  const removeIndex = db
    .delete(recordIndex)
    .where(
      and(
        eq(recordIndex.collection, slot('collection')),
        eq(recordIndex.idx, slot('idx')),
        eq(recordIndex.key, slot('key')),
        eq(recordIndex.id, slot('id')),
      ),
    )
    .prepare();
  const copyToHistory = prepareChange(
    db,
    db.insert(recordHistory).select(
      db
        .select({
          collection: record.collection,
          id: record.id,
          version: record.version,
          scope: record.scope,
          cls: record.cls,
          shape: record.shape,
          body: record.body,
          stamps: record.stamps,
          at: sql<string>`${slot('at')}`.as('at'),
          kept: sql<string>`${slot('kept')}`.as('kept'),
        })
        .from(record)
        .where(and(eq(record.collection, slot('collection')), eq(record.id, slot('id')), eq(record.sealed, 1))),
    ),
  );
  const versions = db
    .select()
    .from(recordHistory)
    .where(and(eq(recordHistory.collection, slot('collection')), eq(recordHistory.id, slot('id'))))
    .orderBy(asc(recordHistory.version))
    .prepare();
  const ofRecord = and(eq(recordHistory.collection, slot('collection')), eq(recordHistory.id, slot('id')));
  const newest = prepareQuery(
    db,
    db
      .select({ version: recordHistory.version, at: recordHistory.at, kept: recordHistory.kept })
      .from(recordHistory)
      .where(ofRecord)
      .orderBy(desc(recordHistory.version))
      .limit(slot('limit')),
    ['version', 'at', 'kept'],
  );
  const dropVersion = prepareChange(
    db,
    db.delete(recordHistory).where(and(ofRecord, eq(recordHistory.version, slot('version')))),
  );
  const pauses = db
    .select({ version: recordHistory.version })
    .from(recordHistory)
    .where(and(ofRecord, sql`${recordHistory.kept} = 'pause'`))
    .orderBy(desc(recordHistory.version))
    .limit(slot('limit'))
    .offset(slot('most'))
    .prepare();
  const head = db
    .select({ id: record.id, scope: record.scope, cls: record.cls })
    .from(record)
    .where(and(eq(record.collection, slot('collection')), eq(record.id, slot('id'))))
    .prepare();
  const entry = { key: recordIndex.key, id: record.id, scope: record.scope, cls: record.cls };
  const ofEntry = and(eq(record.collection, recordIndex.collection), eq(record.id, recordIndex.id));
  const entriesUp = db
    .select(entry)
    .from(recordIndex)
    .innerJoin(record, ofEntry)
    .where(and(indexRange(), or(gt(recordIndex.key, slot('from')), gt(recordIndex.id, slot('afterId')))))
    .orderBy(asc(recordIndex.key), asc(recordIndex.id))
    .limit(slot('limit'))
    .prepare();
  const entriesDown = db
    .select(entry)
    .from(recordIndex)
    .innerJoin(record, ofEntry)
    .where(indexRange())
    .orderBy(desc(recordIndex.key), desc(recordIndex.id))
    .limit(slot('limit'))
    .prepare();
  const page = db
    .select({ collection: record.collection, id: record.id, scope: record.scope, cls: record.cls })
    .from(record)
    .where(
      and(
        eq(record.scope, slot('scope')),
        or(
          gt(record.collection, slot('collection')),
          and(eq(record.collection, slot('collection')), gt(record.id, slot('id'))),
        ),
      ),
    )
    .orderBy(asc(record.collection), asc(record.id))
    .limit(slot('limit'))
    .prepare();

  function toText(row: RecordTableRow): RecordText {
    const { collection, id, scope, cls, version, shape, stamps } = row;
    return { collection, id, scope, cls, version, shape, body: bodyBytes(keys, row).toString('utf8'), stamps };
  }

  function toRecord(row: RecordTableRow): StoredRecord {
    return parse(toText(row));
  }

  function toBytes(text: RecordText, sealed: boolean): Buffer {
    const plain = Buffer.from(text.body);
    return sealed ? seal(keys.mustHave(text.scope), bodyPlace(text), plain, random) : plain;
  }

  function find(collection: string, id: string): StoredRecord | undefined {
    const held = cache?.get(collection, id);
    if (held) return parse(held);
    const row = byId.get({ collection, id });
    if (!row) return undefined;
    const text = toText(row);
    cache?.keep(text);
    return parse(text);
  }

  function replaceRows(place: { collection: string; id: string }, oldRows: IndexRows, rows: IndexRows): void {
    // Most changes leave a record where it was.
    if (rows.length === oldRows.length && rows.every((row, place) => isSameEntry(row, oldRows[place]))) return;
    const kept = new Set(rows.map(([idx, key]) => `${idx} ${key}`));
    const had = new Set(oldRows.map(([idx, key]) => `${idx} ${key}`));
    for (const [idx, key] of oldRows) if (!kept.has(`${idx} ${key}`)) removeIndex.run({ ...place, idx, key });
    for (const [idx, key] of rows) if (!had.has(`${idx} ${key}`)) insertIndex.run({ ...place, idx, key });
  }

  function drop(collection: string, id: string, version: number): void {
    dropVersion.run({ collection, id, version });
    history?.drop({ collection, id }, version);
  }

  return {
    getRecord: find,
    rangeRecords: ({ collection, index, from, to, limit, reverse }) => {
      const found = (reverse ? rangeDown : rangeUp).all({ collection, index, from, to, limit: limit ?? noLimit });
      // A record with two entries in the range comes once.
      const ids = [...new Set(found.map((row) => row.id))];
      return ids.flatMap((id) => find(collection, id) ?? []);
    },
    rangeEntries: ({ collection, index, from, to, afterId = '', limit = noLimit, reverse }) =>
      (reverse ? entriesDown : entriesUp).all({ collection, index, from, to, afterId, limit }),
    getHead: (collection, id) => head.get({ collection, id }),
    putRecord: ({ record: stored, sealed, rows, oldRows, isNew }) => {
      const text = { ...stored, body: JSON.stringify(stored.body), stamps: JSON.stringify(stored.stamps) };
      (isNew ? insert : update).run({ ...text, sealed: sealed ? 1 : 0, body: toBytes(text, sealed) });
      cache?.keep(text);
      replaceRows({ collection: stored.collection, id: stored.id }, oldRows, rows);
    },
    keepVersion: (collection, id, at, kept) => {
      const { changes } = copyToHistory.run({ collection, id, at, kept });
      assert(changes === 1, 'what is overwritten lies sealed');
      const version = cache?.get(collection, id)?.version;
      if (version === undefined) history?.forget({ collection, id });
      else history?.add({ collection, id }, { version, at, kept });
    },
    versionsOf: (collection, id) => versions.all({ collection, id }).map((row) => toRecord({ ...row, sealed: 1 })),
    newestVersions: (collection, id, limit) => {
      const read = (most: number) => newest.all({ collection, id, limit: most }).map((row) => toKept(row));
      return history?.newest({ collection, id }, limit, read) ?? read(limit);
    },
    dropVersion: drop,
    dropOldPauses: (collection, id, most) => {
      for (const { version } of pauses.all({ collection, id, most, limit: noLimit })) drop(collection, id, version);
    },
    removeRecord: (collection, id, oldRows) => {
      remove.run({ collection, id });
      cache?.drop(collection, id);
      history?.forget({ collection, id });
      replaceRows({ collection, id }, oldRows, []);
    },
    scopePage: (scope, after, limit) =>
      page.all({ scope, collection: after?.collection ?? '', id: after?.id ?? '', limit }),
  };
}

function parse({ body, stamps, ...rest }: RecordText): StoredRecord {
  return { ...rest, body: parseJson(body), stamps: readJson(stampsColumn, stamps) };
}

function toKept(row: { readonly version: number; readonly at: string; readonly kept: string }): KeptVersion {
  return { ...row, kept: wordIn(versionsKept, row.kept) };
}

function isSameEntry([idx, key]: IndexRows[number], other: IndexRows[number] | undefined): boolean {
  return other !== undefined && other[0] === idx && other[1] === key;
}

function indexRange() {
  return and(
    eq(recordIndex.collection, slot('collection')),
    eq(recordIndex.idx, slot('index')),
    gte(recordIndex.key, slot('from')),
    lt(recordIndex.key, slot('to')),
  );
}
