import fs from 'node:fs';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { seededRandom } from '../../sync/testing/builders.ts';
import { call, type Plan } from '../../server/store/port.ts';
import { createTxContext } from '../../server/sync/tx-context.ts';
import { writeRecord } from '../../server/sync/write-record.ts';
import { FileStore } from './file-store.ts';
import { accountOf } from './sim-accounts.ts';
import { accounts, startRecords } from './start-records.ts';

const known = new WeakMap<Registry, Promise<Uint8Array>>();

/** The server's file as a schedule begins with it: accounts and records of the practice. Written once for all of them. */
export function startFile(registry: Registry, nowMs: number): Promise<Uint8Array> {
  const found = known.get(registry) ?? writeStart(registry, nowMs);
  known.set(registry, found);
  return found;
}

async function writeStart(registry: Registry, nowMs: number): Promise<Uint8Array> {
  const store = new FileStore(seededRandom(1), null);
  const context = createTxContext(registry, nowMs);
  await store.write(function* (): Plan<void> {
    for (const sub of new Set(accounts)) yield* call('putAccount', accountOf(sub).row);
    for (const record of startRecords()) yield* writeRecord(context, record, undefined);
  });
  const file = await store.closeAndKeep();
  const bytes = fs.readFileSync(file);
  store.remove();
  return bytes;
}
