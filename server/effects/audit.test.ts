import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { editOf, smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';
import { verifyAudit, type AuditVerdict } from './verify-chain.ts';

let folder: string;
let file: string;
let server: TestServer;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'orchid-audit-'));
  file = path.join(folder, 'orchid.db');
  server = await TestServer.create({ file });
  await server.addAccount('ann');
  await server.write(...smallPractice());
  const ann = await server.signedIn('ann');
  for (let turn = 0; turn < 5; turn += 1) await ann.push([ann.seal(editOf('a1', `text ${turn}`))]);
  await server.orchid.settle();
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const verify = (): Promise<AuditVerdict> =>
  verifyAudit(server.store, {
    publicPem: server.secrets.auditPublic,
    checkpoints: server.checkpoints.map((checkpoint) => JSON.stringify(checkpoint)),
  });

/** Somebody with the file in hand: no triggers, no rules. */
function tamper(statement: string): void {
  const raw = new Database(file);
  raw.exec('DROP TRIGGER audit_no_delete; DROP TRIGGER audit_no_change;');
  raw.exec(statement);
  raw.close();
}

describe('audit', () => {
  test('every mutation and sign-in is chained, and the chain verifies', async () => {
    expect(await verify()).toMatchObject({ kind: 'intact', rows: 6, unsealed: 0 });
    expect(server.checkpoints.length).toBeGreaterThan(0);
  });

  test('rows are sealed within five seconds without being asked', async () => {
    const ann = await server.signedIn('ann');
    await ann.push([ann.seal(editOf('a1', 'one more'))]);
    server.clock.pass(5000);
    await new Promise((resolve) => setImmediate(resolve));
    await server.store.read(function* () {
      const waiting = (yield { call: 'unsealedAudit', args: [10] }) as readonly unknown[];
      expect(waiting).toHaveLength(0);
    });
  });

  test.each([
    ["UPDATE audit SET subject = replace(subject, 'applied', 'rejected') WHERE link = 3", 'a row was changed'],
    ['DELETE FROM audit WHERE link = 3', 'a row is missing'],
    ['DELETE FROM audit WHERE link = (SELECT max(link) FROM audit)', 'rows are missing at the end'],
  ])('a row changed or taken out is found: %s', async (statement, reason) => {
    tamper(statement);
    expect(await verify()).toMatchObject({ kind: 'broken', reason });
  });

  test('a chain that was rewritten as a whole does not fit its checkpoints', async () => {
    tamper("UPDATE audit SET actor = 'eve' WHERE link = 1");
    server.checkpoints.push({ link: 1, hash: 'other', at: '', signature: 'AAAA' });
    expect(await verify()).toMatchObject({ kind: 'broken' });
  });

  test('the database itself refuses to change or delete an audit row', () => {
    const raw = new Database(file);
    expect(() => raw.exec('DELETE FROM audit WHERE link = 1')).toThrow(/kept/);
    expect(() => raw.exec("UPDATE audit SET actor = 'eve' WHERE link = 1")).toThrow(/kept/);
    raw.close();
  });

  test('no audit row holds what a person wrote', () => {
    const raw = new Database(file, { readonly: true });
    expect(JSON.stringify(raw.prepare('SELECT * FROM audit').all())).not.toContain('text 1');
    raw.close();
  });
});
