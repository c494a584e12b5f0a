import { eq, sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { prepareChange, prepareRows, slot, type Db } from './sqlite-statements.ts';
import type { ToldCalls } from './told-calls.ts';

const told = sqliteTable('session_told', {
  appointmentId: text('appointment_id').primaryKey(),
  scope: text('scope').notNull(),
  start: text('start').notNull(),
  stands: integer('stands').notNull(),
  changedBy: text('changed_by').notNull(),
});

export function createToldCalls(db: Db): ToldCalls {
  const add = prepareChange(
    db,
    db
      .insert(told)
      .values({
        appointmentId: slot('appointmentId'),
        scope: slot('scope'),
        start: slot('start'),
        stands: slot('stands'),
        changedBy: slot('changedBy'),
      })
      .onConflictDoUpdate({ target: [told.appointmentId], set: { changedBy: sql`excluded.changed_by` } }),
  );
  const inScope = prepareRows(
    db,
    told,
    db
      .select()
      .from(told)
      .where(eq(told.scope, slot('scope'))),
  );
  const forget = prepareChange(db, db.delete(told).where(eq(told.scope, slot('scope'))));
  return {
    addTold: (row) => {
      add.run({ ...row });
    },
    toldIn: (scope) => inScope.all({ scope }),
    forgetTold: (scope) => {
      forget.run({ scope });
    },
  };
}
