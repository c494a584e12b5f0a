import type Database from 'better-sqlite3';
import { and, eq, getTableColumns, is, Param, Placeholder, sql, type InferInsertModel, type SQL } from 'drizzle-orm';
import { assert } from '../../sync/core/assert.ts';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

export type Db = BetterSQLite3Database & { readonly $client: Database.Database };

/** By slot name. What has no slot is left out. */
type Values = object;

/** SQL as Drizzle wrote it, with what stands in its slots. */
interface Written {
  toSQL(): { readonly sql: string; readonly params: readonly unknown[] };
}

/** A query whose rows Drizzle knows. */
interface Reading<R> extends Written {
  prepare(): { all(values?: Record<string, unknown>): R[] };
}

/** A prepared statement that changes something. */
export interface Change {
  run(values: Values): Database.RunResult;
}

/** A prepared query of plain columns. */
export interface Query<R> {
  get(values: Values): R | undefined;
  all(values: Values): R[];
}

/** The values of a row in the order of its columns. */
type Tuple<R, Columns extends readonly (keyof R)[]> = { readonly [Place in keyof Columns]: R[Columns[Place]] };

/** Drizzle writes the statement once; it runs without it: mapping slots anew each time costs as much as SQLite itself. */
export function prepareChange(db: Db, change: Written): Change {
  const written = change.toSQL();
  const statement = db.$client.prepare(written.sql);
  const fill = createFiller(written.params);
  return { run: (values) => statement.run(...fill(values)) };
}

/** The same for rows: `columns` names them in the order in which they are selected. No column needs decoding. */
export function prepareQuery<R>(db: Db, query: Reading<R>, columns: readonly (keyof R & string)[]): Query<R> {
  const { statement, fill } = prepareRaw(db, query, columns);
  const toRow = (row: readonly unknown[]): R => {
    const named: Record<string, unknown> = {};
    for (let place = 0; place < columns.length; place += 1) named[columns[place] as string] = row[place];
    return named as R;
  };
  return {
    get: (values) => {
      const row = statement.get(...fill(values)) as unknown[] | undefined;
      return row && toRow(row);
    },
    all: (values) => (statement.all(...fill(values)) as unknown[][]).map(toRow),
  };
}

/** The same for thousands of rows: no object is made of each, its values come in the order of `columns`. */
export function prepareTuples<R, const Columns extends readonly (keyof R & string)[]>(
  db: Db,
  query: Reading<R>,
  columns: Columns,
): (values: Values) => Tuple<R, Columns>[] {
  const { statement, fill } = prepareRaw(db, query, columns);
  return (values) => statement.all(...fill(values)) as Tuple<R, Columns>[];
}

function prepareRaw(db: Db, query: Written, columns: readonly string[]) {
  const written = query.toSQL();
  const statement = db.$client.prepare(written.sql).raw();
  assert(statement.columns().length === columns.length, 'each selected column has a name');
  return { statement, fill: createFiller(written.params) };
}

/** A prepared query of whole rows of a table: `query` is a `db.select().from(table)`. */
export function prepareRows<T extends SQLiteTable>(
  db: Db,
  table: T,
  query: Reading<T['$inferSelect']>,
): Query<T['$inferSelect']> {
  return prepareQuery(db, query, namesOf(table) as (keyof T['$inferSelect'] & string)[]);
}

/** Every column is text, a number or bytes: what is handed in is what the driver takes. */
function createFiller(params: readonly unknown[]): (values: Values) => unknown[] {
  const slots = params.map((param) => {
    const value = is(param, Param) ? param.value : param;
    return is(value, Placeholder) ? { name: value.name } : { value };
  });
  return (values) => {
    const named = values as Readonly<Record<string, unknown>>;
    return slots.map((slot) => ('name' in slot ? named[slot.name] : slot.value));
  };
}

/** A named value, filled in at each run of a prepared statement. */
export function slot(name: string): Placeholder {
  return sql.placeholder(name);
}

/** A named value inside hand-written SQL. */
export function slotSql(name: string): SQL {
  return sql`${sql.placeholder(name)}`;
}

/** A prepared `INSERT` whose slots are the table's column names. */
export function prepareInsert(db: Db, table: SQLiteTable, columns: readonly string[] = namesOf(table)) {
  return prepareChange(db, db.insert(table).values(slots(table, columns)));
}

/** A prepared `INSERT … ON CONFLICT (keys) DO UPDATE` of every other column. */
export function prepareUpsert(db: Db, table: SQLiteTable, keys: readonly SQLiteColumn[]) {
  const keyNames = new Set(keys.map((column) => column.name));
  const set = Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => !keyNames.has(column.name))
      .map(([name, column]) => [name, sql.raw(`excluded.${column.name}`)]),
  );
  const insert = db.insert(table).values(slots(table, namesOf(table)));
  return prepareChange(db, insert.onConflictDoUpdate({ target: [...keys], set: set as never }));
}

/** A prepared `UPDATE` of every column but the keys and those that never change. */
export function prepareUpdate(
  db: Db,
  table: SQLiteTable,
  options: { readonly keys: readonly SQLiteColumn[]; readonly except: readonly SQLiteColumn[] },
) {
  const fixed = new Set([...options.keys, ...options.except].map((column) => column.name));
  const columns = Object.entries(getTableColumns(table)).filter(([, column]) => !fixed.has(column.name));
  const set = Object.fromEntries(columns.map(([name]) => [name, slotSql(name)]));
  const place = options.keys.map((column) => eq(column, slot(nameOf(table, column))));
  const update = db.update(table).set(set);
  return prepareChange(db, update.where(and(...place)));
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
