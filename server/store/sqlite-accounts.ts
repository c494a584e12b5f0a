import { and, asc, count, eq, lt, max } from 'drizzle-orm';
import * as v from 'valibot';
import type { Json } from '../../sync/core/record.ts';
import { kdfParams, keyBundle } from '../../sync/protocol/session-message.ts';
import type { Random } from '../../sync/ports.ts';
import {
  endReasons,
  userTypes,
  type AccountCalls,
  type AccountRow,
  type DeviceRow,
  type SessionRow,
} from './account-calls.ts';
import { open, seal } from './body-seal.ts';
import { readJson, wordIn } from './columns.ts';
import { emailKey } from './email-key.ts';
import { accessToken, account, device, session } from './sqlite-schema.ts';
import { prepareRows, prepareUpsert, slot, type Db } from './sqlite-statements.ts';

/** Nobody's: no e-mail is without a sign before its `@`. */
const noEmail = '@nobody.invalid';

/** Accounts, sessions and devices. Device keys lie sealed under the master key. */
export function createAccountCalls(
  db: Db,
  options: { readonly masterKey: Uint8Array; readonly random: Random },
): AccountCalls {
  const { masterKey, random } = options;
  const byEmail = db
    .select()
    .from(account)
    .where(eq(account.emailKey, slot('emailKey')))
    .prepare();
  const bySub = db
    .select()
    .from(account)
    .where(eq(account.sub, slot('sub')))
    .prepare();
  const anyAccount = db.select({ emailKey: account.emailKey }).from(account).limit(1).prepare();
  let someEmail = '';
  const upsertAccount = prepareUpsert(db, account, [account.sub]);
  const accounts = db.select({ count: count() }).from(account).prepare();
  const oneSession = prepareRows(
    db,
    session,
    db
      .select()
      .from(session)
      .where(eq(session.familyId, slot('familyId'))),
  );
  const living = eq(session.endedReason, '');
  const liveOf = prepareRows(
    db,
    session,
    db
      .select()
      .from(session)
      .where(and(eq(session.sub, slot('sub')), living)),
  );
  const idleBefore = prepareRows(
    db,
    session,
    db
      .select()
      .from(session)
      .where(and(lt(session.activeAtMs, slot('before')), living))
      .orderBy(asc(session.activeAtMs))
      .limit(slot('limit')),
  );
  const upsertSession = prepareUpsert(db, session, [session.familyId]);
  const oneToken = prepareRows(
    db,
    accessToken,
    db
      .select()
      .from(accessToken)
      .where(eq(accessToken.hash, slot('hash'))),
  );
  const upsertToken = prepareUpsert(db, accessToken, [accessToken.hash]);
  const dropTokens = db
    .delete(accessToken)
    .where(eq(accessToken.familyId, slot('familyId')))
    .prepare();
  const pruneTokens = db
    .delete(accessToken)
    .where(lt(accessToken.expiresAtMs, slot('now')))
    .prepare();
  const devices = db
    .select()
    .from(device)
    .where(eq(device.sub, slot('sub')))
    .prepare();
  const signKey = db
    .select({ signKey: device.signKey })
    .from(device)
    .where(and(eq(device.sub, slot('sub')), eq(device.deviceId, slot('deviceId'))))
    .prepare();
  const lostSince = db
    .select({ lostAt: device.lostAt })
    .from(device)
    .where(and(eq(device.sub, slot('sub')), eq(device.deviceId, slot('deviceId'))))
    .prepare();
  const lastActive = db
    .select({ deviceId: session.deviceId, activeAtMs: max(session.activeAtMs) })
    .from(session)
    .where(eq(session.sub, slot('sub')))
    .groupBy(session.deviceId)
    .prepare();
  const upsertDevice = prepareUpsert(db, device, [device.sub, device.deviceId]);
  const toDevice = (row: typeof device.$inferSelect): DeviceRow => ({
    ...row,
    deviceKey:
      row.deviceKey.length === 0 ? '' : open(masterKey, devicePlace(row.sub, row.deviceId), row.deviceKey).toString(),
    withFactor: row.withFactor === 1,
  });
  const devicePlace = (sub: string, deviceId: string) => `device-key|${sub}|${deviceId}`;

  return {
    accountByEmail: (email) => {
      const row = byEmail.get({ emailKey: emailKey(email) });
      // One that is there and one that is not, and one row read, for every e-mail: how long an answer takes must not tell.
      someEmail ||= anyAccount.get()?.emailKey ?? '';
      const other = byEmail.get({ emailKey: row ? noEmail : someEmail });
      const found = toAccount(row ?? other);
      return row ? found : undefined;
    },
    accountBySub: (sub) => toAccount(bySub.get({ sub })),
    putAccount: (row) => {
      upsertAccount.run({
        ...row,
        emailKey: emailKey(row.email),
        kdf: JSON.stringify(row.kdf),
        bundle: JSON.stringify(row.bundle),
        profile: JSON.stringify(row.profile),
        withFactor: row.withFactor ? 1 : 0,
      });
    },
    countAccounts: () => accounts.get()?.count ?? 0,
    getSession: (familyId) => {
      const row = oneSession.get({ familyId });
      return row && toSession(row);
    },
    liveSessions: (sub, deviceId) =>
      liveOf.all({ sub }).flatMap((row) => (deviceId === null || row.deviceId === deviceId ? [toSession(row)] : [])),
    idleSessions: (before, limit) => idleBefore.all({ before, limit }).map(toSession),
    putSession: ({ isRemembered, ...row }) => {
      upsertSession.run({ ...row, remembered: isRemembered ? 1 : 0 });
    },
    getAccessToken: (hash) => oneToken.get({ hash }),
    putAccessToken: (row) => {
      upsertToken.run(row);
    },
    dropAccessTokens: (familyId) => {
      dropTokens.run({ familyId });
    },
    pruneAccessTokens: (now) => {
      pruneTokens.run({ now });
    },
    getDevice: (sub, deviceId) => {
      const row = devices.all({ sub }).find((candidate) => candidate.deviceId === deviceId);
      return row && toDevice(row);
    },
    getSignKey: (sub, deviceId) => signKey.get({ sub, deviceId })?.signKey ?? '',
    lostSince: (sub, deviceId) => lostSince.get({ sub, deviceId })?.lostAt ?? '',
    lastActiveOf: (sub) =>
      lastActive.all({ sub }).map(({ deviceId, activeAtMs }) => ({ deviceId, activeAtMs: activeAtMs ?? 0 })),
    devicesOf: (sub) => devices.all({ sub }).map(toDevice),
    putDevice: (row) => {
      const place = devicePlace(row.sub, row.deviceId);
      const sealed =
        row.deviceKey === '' ? Buffer.alloc(0) : seal(masterKey, place, Buffer.from(row.deviceKey), random);
      upsertDevice.run({ ...row, deviceKey: sealed, withFactor: row.withFactor ? 1 : 0 });
    },
  };
}

/** The spec's `user_info` fields; each is checked where it is used. */
const profileColumn = v.record(
  v.string(),
  v.custom<Json>(() => true),
);

function toSession({ remembered, ...row }: typeof session.$inferSelect): SessionRow {
  return {
    ...row,
    isRemembered: remembered === 1,
    endedReason: row.endedReason === '' ? '' : wordIn(endReasons, row.endedReason),
  };
}

function toAccount(row: typeof account.$inferSelect | undefined): AccountRow | undefined {
  return (
    row && {
      sub: row.sub,
      email: row.email,
      userType: wordIn(userTypes, row.userType),
      kdf: readJson(kdfParams, row.kdf),
      authHash: row.authHash,
      bundle: readJson(keyBundle, row.bundle),
      profile: readJson(profileColumn, row.profile),
      created: row.created,
      modified: row.modified,
      withFactor: row.withFactor === 1,
    }
  );
}
