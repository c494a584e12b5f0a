import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';
import { chainHash, chainStart, type Checkpoint } from './audit-chain.ts';
import { verifyAudit } from './verify-chain.ts';

const { serverOf, folder } = openServers();

/** A server whose log somebody with the file in hand has rewritten: another actor, and hashes that fit. */
async function rewritten() {
  const file = path.join(folder(), 'orchid.db');
  const server = await serverOf({ file });
  await server.addAccount('ann');
  await server.write(...smallPractice());
  await server.signedIn('ann');
  await server.orchid.settle();
  const { store, secrets, checkpoints } = server;
  const verify = (against: readonly Checkpoint[]) =>
    verifyAudit(store, {
      publicPem: secrets.auditPublic,
      checkpoints: against.map((checkpoint) => JSON.stringify(checkpoint)),
    });
  expect(await verify(checkpoints)).toMatchObject({ kind: 'intact' });
  const rows = await store.read(() => call('sealedAudit', 0, 1000));
  const raw = new Database(file);
  raw.exec('DROP TRIGGER audit_no_delete; DROP TRIGGER audit_no_change;');
  let hash = chainStart;
  for (const row of rows) {
    hash = chainHash(hash, { ...row, actor: 'eve' });
    raw.prepare("UPDATE audit SET actor = 'eve', hash = ? WHERE id = ?").run(hash, row.id);
  }
  raw.close();
  return { checkpoints, verify, last: { link: rows.length, hash } };
}

test('a log that was rewritten, each hash with it, is found by what was signed before', async () => {
  const { checkpoints, verify } = await rewritten();
  const reason = 'the chain was rewritten since its checkpoint';
  expect(await verify(checkpoints)).toMatchObject({ kind: 'broken', reason });
});

test('a checkpoint that was made to fit it is not of this server, whatever signature it carries', async () => {
  const { checkpoints, verify, last } = await rewritten();
  const [signed] = checkpoints;
  const forged = { ...last, at: signed?.at ?? '', signature: signed?.signature ?? '' };
  const reason = 'a checkpoint is not signed by this server';
  expect(await verify([forged])).toMatchObject({ kind: 'broken', reason });
});
