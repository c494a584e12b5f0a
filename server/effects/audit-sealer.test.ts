import { expect, test } from 'vitest';
import { FakeClock } from '../../sync/testing/builders.ts';
import { call, StoreUnavailable } from '../store/port.ts';
import { createTestLog } from '../testing/fake-clock.ts';
import { openServers } from '../testing/open-servers.ts';
import type { Checkpoint } from './audit-chain.ts';
import { createAuditSealer } from './audit-sealer.ts';

const { serverOf } = openServers();

/** A log with so many rows that nobody has chained yet, and a sealer of its own. */
async function world(rows: number) {
  const { store, secrets } = await serverOf();
  const clock = new FakeClock();
  const log = createTestLog();
  const kept: Checkpoint[] = [];
  const keep = (checkpoint: Checkpoint) => void kept.push(checkpoint);
  const sealer = createAuditSealer({ store, clock, log, privatePem: secrets.auditPrivate, keep });
  const subject = '{}';
  const add = (count: number) =>
    store.write(function* () {
      for (let made = 0; made < count; made += 1)
        yield* call('addAudit', { at: '2026-11-21T09:00:00.000Z', actor: 'ann', action: 'note.read', subject });
    });
  await add(rows);
  const unsealed = async () => (await store.read(() => call('unsealedAudit', 5000))).length;
  return { store, clock, log, kept, sealer, add, unsealed };
}

test('all that waits is chained in one go, however much it is, and each step leaves its checkpoint', async () => {
  const { sealer, kept, unsealed } = await world(2001);
  await sealer.seal();
  expect(await unsealed()).toBe(0);
  expect(kept.map(({ link }) => link)).toEqual([1000, 2000, 2001]);
});

test('what could not be chained is chained four seconds later, though nothing new comes', async () => {
  const { store, clock, log, sealer, unsealed } = await world(1);
  const write = store.write.bind(store);
  store.write = () => Promise.reject(new StoreUnavailable('busy'));
  sealer.nudge();
  await clock.pass(4000);
  expect(log.errors).toEqual(['audit-seal-failed {}']);
  store.write = write;
  expect(await unsealed()).toBe(1);
  await clock.pass(4000);
  await expect.poll(unsealed).toBe(0);
  sealer.stop();
});

test('each word of a new row counts, also after one that was followed', async () => {
  const { clock, sealer, add, unsealed } = await world(1);
  for (let turn = 0; turn < 3; turn += 1) {
    sealer.nudge();
    await clock.pass(4000);
    await expect.poll(unsealed).toBe(0);
    await add(1);
  }
  sealer.stop();
  sealer.nudge();
  await clock.pass(60_000);
  expect(await unsealed()).toBe(1);
});
