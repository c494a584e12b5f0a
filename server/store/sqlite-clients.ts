import { and, asc, desc, eq, gt, gte, lte, ne, sql } from 'drizzle-orm';
import {
  depositStates,
  outcomeKinds,
  quarantineReasons,
  type ClientCalls,
  type DepositKeyRow,
  type OutcomeRow,
  type QuarantineRow,
} from './client-calls.ts';
import { wordIn } from './columns.ts';
import { client, depositKey, outcome, quarantine, quarantineHeld } from './sqlite-schema.ts';
import { prepareInsert, prepareRows, prepareUpsert, slot, slotSql, type Db } from './sqlite-statements.ts';

/**
 * Outboxes, their outcomes, and what lies in quarantine. Conditions of partial indexes are
 * literals: with a bound value SQLite would not use them.
 */
export function createClientCalls(db: Db): ClientCalls {
  const oneClient = prepareRows(
    db,
    client,
    db
      .select()
      .from(client)
      .where(eq(client.clientId, slot('clientId'))),
  );
  const onDevice = prepareRows(
    db,
    client,
    db
      .select()
      .from(client)
      .where(and(eq(client.principal, slot('principal')), eq(client.deviceId, slot('deviceId'))))
      .orderBy(asc(client.clientId)),
  );
  const upsertClient = prepareUpsert(db, client, [client.clientId]);
  const oneOutcome = prepareRows(
    db,
    outcome,
    db
      .select()
      .from(outcome)
      .where(and(eq(outcome.clientId, slot('clientId')), eq(outcome.id, slot('id')))),
  );
  const byUid = prepareRows(
    db,
    outcome,
    db
      .select()
      .from(outcome)
      .where(
        and(
          eq(outcome.account, slot('account')),
          eq(outcome.uid, slot('uid')),
          sql`${outcome.copy} = 0`,
          sql`${outcome.uid} <> ''`,
        ),
      ),
  );
  const insertOutcome = prepareInsert(db, outcome);
  const open = prepareRows(
    db,
    outcome,
    db
      .select()
      .from(outcome)
      .where(and(eq(outcome.clientId, slot('clientId')), sql`${outcome.confirmed} = 0`))
      .orderBy(asc(outcome.id))
      .limit(slot('limit')),
  );
  const confirm = db
    .update(outcome)
    .set({ confirmed: 1 })
    .where(and(eq(outcome.clientId, slot('clientId')), sql`${outcome.confirmed} = 0`, lte(outcome.id, slot('id'))))
    .prepare();
  const unconfirm = db
    .update(outcome)
    .set({ confirmed: 0 })
    .where(and(eq(outcome.clientId, slot('clientId')), eq(outcome.id, slot('id'))))
    .prepare();
  const from = db
    .select()
    .from(outcome)
    .where(and(eq(outcome.clientId, slot('clientId')), gte(outcome.id, slot('from'))))
    .orderBy(desc(outcome.id))
    .limit(slot('limit'))
    .prepare();
  const oneKey = prepareRows(
    db,
    depositKey,
    db
      .select()
      .from(depositKey)
      .where(eq(depositKey.keyId, slot('keyId'))),
  );
  const keyByToken = db
    .select()
    .from(depositKey)
    .where(eq(depositKey.tokenHash, slot('tokenHash')))
    .prepare();
  const upsertKey = prepareUpsert(db, depositKey, [depositKey.keyId]);
  const setState = db
    .update(depositKey)
    .set({ state: slotSql('state') })
    .where(and(eq(depositKey.principal, slot('principal')), eq(depositKey.deviceId, slot('deviceId'))))
    .prepare();
  const expire = db
    .update(depositKey)
    .set({ expiresAtMs: 0 })
    .where(and(eq(depositKey.principal, slot('principal')), ne(depositKey.deviceId, slot('exceptDevice'))))
    .prepare();
  const expireOne = db
    .update(depositKey)
    .set({ expiresAtMs: 0 })
    .where(and(eq(depositKey.principal, slot('principal')), eq(depositKey.deviceId, slot('deviceId'))))
    .prepare();
  const spend = db
    .update(depositKey)
    .set({ rowsLeft: sql`max(0, ${depositKey.rowsLeft} - ${slotSql('rows')})` })
    .where(eq(depositKey.keyId, slot('keyId')))
    .prepare();
  const upsertQuarantine = prepareUpsert(db, quarantine, [quarantine.clientId, quarantine.id, quarantine.reason]);
  const oneQuarantined = db
    .select()
    .from(quarantine)
    .where(
      and(
        eq(quarantine.clientId, slot('clientId')),
        eq(quarantine.id, slot('id')),
        eq(quarantine.reason, slot('reason')),
      ),
    )
    .prepare();
  const waiting = prepareRows(
    db,
    quarantine,
    db
      .select()
      .from(quarantine)
      .where(
        and(
          eq(quarantine.clientId, slot('clientId')),
          gt(quarantine.id, slot('after')),
          eq(quarantine.reason, 'waiting'),
        ),
      )
      .orderBy(asc(quarantine.id))
      .limit(slot('limit')),
  );
  const held = db
    .select({ rows: quarantineHeld.rows, bytes: quarantineHeld.bytes })
    .from(quarantineHeld)
    .where(and(eq(quarantineHeld.clientId, slot('clientId')), eq(quarantineHeld.reason, slot('reason'))))
    .prepare();
  const drop = db
    .delete(quarantine)
    .where(
      and(
        eq(quarantine.clientId, slot('clientId')),
        eq(quarantine.reason, 'waiting'),
        lte(quarantine.id, slot('upTo')),
      ),
    )
    .prepare();

  return {
    getClient: (clientId) => oneClient.get({ clientId }),
    putClient: (row) => {
      upsertClient.run(row);
    },
    clientsOn: (principal, deviceId) => onDevice.all({ principal, deviceId }),
    getOutcome: (clientId, id) => toOutcome(oneOutcome.get({ clientId, id })),
    outcomeByUid: (account, uid) => toOutcome(byUid.get({ account, uid })),
    putOutcome: (row) => {
      insertOutcome.run({ ...row, confirmed: row.confirmed ? 1 : 0, copy: row.copy ? 1 : 0 });
    },
    unconfirmedOf: (clientId, limit) => toOutcomes(open.all({ clientId, limit })),
    confirmUpTo: (clientId, id) => {
      confirm.run({ clientId, id });
    },
    unconfirm: (clientId, id) => {
      unconfirm.run({ clientId, id });
    },
    outcomesFrom: (clientId, start, limit) => toOutcomes(from.all({ clientId, from: start, limit })).reverse(),
    getDepositKey: (keyId) => toKey(oneKey.get({ keyId })),
    depositKeyByToken: (tokenHash) => toKey(keyByToken.get({ tokenHash })),
    putDepositKey: (row) => {
      upsertKey.run(row);
    },
    expireDeposits: (principal, exceptDevice) => {
      expire.run({ principal, exceptDevice });
    },
    expireDepositsOf: (principal, deviceId) => {
      expireOne.run({ principal, deviceId });
    },
    spendDeposit: (keyId, rows) => {
      spend.run({ keyId, rows });
    },
    setDepositState: (principal, deviceId, state) => {
      setState.run({ principal, deviceId, state });
    },
    putQuarantine: (row) => {
      upsertQuarantine.run(row);
    },
    getQuarantine: (clientId, id, reason) => toQuarantined(oneQuarantined.get({ clientId, id, reason })),
    waitingOf: (clientId, after, limit) =>
      waiting.all({ clientId, after, limit }).flatMap((row) => toQuarantined(row) ?? []),
    quarantinedOf: (clientId, reason) => held.get({ clientId, reason }) ?? { rows: 0, bytes: 0 },
    dropWaiting: (clientId, upTo) => {
      drop.run({ clientId, upTo });
    },
  };
}

type OutcomeTableRow = typeof outcome.$inferSelect;

function toOutcomes(rows: readonly OutcomeTableRow[]): OutcomeRow[] {
  return rows.flatMap((row) => toOutcome(row) ?? []);
}

function toOutcome(row: OutcomeTableRow | undefined): OutcomeRow | undefined {
  return (
    row && { ...row, outcome: wordIn(outcomeKinds, row.outcome), confirmed: row.confirmed === 1, copy: row.copy === 1 }
  );
}

function toQuarantined(row: typeof quarantine.$inferSelect | undefined): QuarantineRow | undefined {
  return row && { ...row, reason: wordIn(quarantineReasons, row.reason) };
}

function toKey(row: typeof depositKey.$inferSelect | undefined): DepositKeyRow | undefined {
  return row && { ...row, state: wordIn(depositStates, row.state) };
}
