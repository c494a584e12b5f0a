import { and, eq, getTableColumns, sql, type InferInsertModel, type Placeholder, type SQL } from 'drizzle-orm';
import { assert } from '../../sync/core/assert.ts';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

export type Db = BetterSQLite3Database;

/** A named value, filled in at each run of a prepared statement. */
export function slot(name: string): Placeholder {
  return sql.placeholder(name);
}

/** A named value inside hand-written SQL. */
export function slotSql(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

/** A prepared `INSERT` whose slots are the table's column names. */
export function prepareInsert<T extends SQLiteTable>(db: Db, table: T, columns: readonly string[] = namesOf(table)) {
  return db.insert(table).values(slots(table, columns)).prepare();
}

/** A prepared `INSERT … ON CONFLICT (keys) DO UPDATE` of every other column. */
export function prepareUpsert<T extends SQLiteTable>(db: Db, table: T, keys: readonly SQLiteColumn[]) {
  const keyNames = new Set(keys.map((column) => column.name));
  const set = Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => !keyNames.has(column.name))
      .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
  );
  return db
    .insert(table)
    .values(slots(table, namesOf(table)))
    .onConflictDoUpdate({ target: [...keys], set: set as never })
    .prepare();
}

/** A prepared `UPDATE` of every column but the keys and those that never change. */
export function prepareUpdate<T extends SQLiteTable>(
  db: Db,
  table: T,
  options: { readonly keys: readonly SQLiteColumn[]; readonly except: readonly SQLiteColumn[] },
) {
  const fixed = new Set([...options.keys, ...options.except].map((column) => column.name));
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !fixed.has(column.name));
  const set = Object.fromEntries(columns.map(([name]) => [name, slotSql(name)]));
  const place = options.keys.map((column) => eq(column, slot(nameOf(table, column))));
  return db
    .update(table)
    .set(set as never)
    .where(and(...place))
    .prepare();
}

function nameOf(table: SQLiteTable, column: SQLiteColumn): string {
  const found = Object.entries(getTableColumns(table)).find(([, candidate]) => candidate.name === column.name);
  assert(found, 'a column of this table');
  return found[0];
}

function namesOf(table: SQLiteTable): readonly string[] {
  return Object.keys(getTableColumns(table));
}

/** Drizzle takes a placeholder wherever it takes a value; its insert type cannot say so for a table not known here. */
function slots<T extends SQLiteTable>(_table: T, names: readonly string[]): InferInsertModel<T> {
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as InferInsertModel<T>;
}
