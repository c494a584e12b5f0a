import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplicaRow } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { settle } from '../../testing/builders.ts';
import { ClientWorld, credentials, failing } from '../../testing/client-world.ts';
import { readCurrentAccount } from '../replica/device.ts';
import { putMeta } from '../replica/meta.ts';
import { outboxKey } from '../write/outbox-meta.ts';
import { SealedWorkWatch } from './sealed-work.ts';

const row = (id: number): ReplicaRow => ({ k: outboxKey(id), z: new Uint8Array(40) });

/** What waits in a replica, and how much of it the server has. */
const fill = (disk: MemoryDisk, rows: readonly ReplicaRow[], mark = 0): Promise<void> =>
  disk.connect().tx('strict', function* () {
    yield [putMeta('mark', { mark }), { op: 'put', table: 'outbox', rows }];
  });

describe('sealed work of other accounts', () => {
  let world: ClientWorld;
  let other: MemoryDisk;
  let own: MemoryDisk;
  let said: boolean[];

  beforeEach(async () => {
    world = await ClientWorld.unlocked();
    own = world.disk('replica');
    other = await addReplicaOf('pro-2');
    said = [];
  });

  const addReplicaOf = async (sub: string): Promise<MemoryDisk> => {
    const disk = new MemoryDisk();
    const replicaName = `replica-of-${sub}`;
    world.disks.set(replicaName, disk);
    const device = world.disk('device').connect();
    const account = await readCurrentAccount(device);
    await device.tx('strict', function* () {
      const m = { ...account, sub, principal: sub, replicaName };
      yield [{ op: 'put', table: 'meta', rows: [{ k: `account:${sub}`, m }] }];
    });
    return disk;
  };

  const watch = async (): Promise<() => void> => {
    const stop = world.client.watchSealedWork((isHere) => said.push(isHere));
    await settle();
    return stop;
  };

  it('[WK-2] one’s own waiting work is none of it, while one’s replica is open', async () => {
    await fill(own, [row(1)]);
    await watch();
    expect(said).toEqual([false]);
  });

  it('[WK-2] is said to whoever else signs in here, until the last of it is delivered', async () => {
    await fill(other, [row(1), row(2)]);
    await watch();
    await fill(other, [], 1);
    await settle();
    expect(said).toEqual([true]);
    await fill(other, [], 2);
    await settle();
    expect(said).toEqual([true, false]);
  });

  it.each(['lock', 'logOut'] as const)('[WK-2] after %s() one’s own is somebody’s too', async (method) => {
    await fill(own, [row(1)]);
    await watch();
    await (method === 'lock' ? world.client.lock() : world.client.logOut('keep'));
    await settle();
    expect(said).toEqual([false, true]);
    await fill(own, [], 1);
    await settle();
    expect(said).toEqual([false, true, false]);
  });

  it('[WK-2] is not said of what was discarded', async () => {
    await fill(own, [row(1)]);
    await world.client.lock();
    await watch();
    expect(said).toEqual([true]);
    await world.client.logOut('discard');
    await settle();
    expect(said).toEqual([true, false]);
    expect([...world.disks.values()]).not.toContain(own);
  });

  it('[WK-2] is said anew at the next start of a device on which nobody is signed in', async () => {
    await fill(other, [row(1)]);
    await world.client.logOut('discard');
    const reopened = world.reopened();
    await reopened.start();
    expect(reopened.session.get().kind).toBe('signed-out');
    reopened.watchSealedWork((isHere) => said.push(isHere));
    await settle();
    expect(said).toEqual([true]);
  });

  it('[WK-2][RD-3] what cannot be read is not spoken of, and is asked again', async () => {
    await fill(other, [row(1)]);
    other.fault = failing('begin');
    await watch();
    await world.clock.pass(5000);
    expect(said).toEqual([]);
    other.fault = () => null;
    await world.clock.pass(2000);
    expect(said).toEqual([true]);
  });

  it('[WK-2] is said of one also where another’s cannot be read', async () => {
    await fill(other, [row(1)]);
    const unreadable = await addReplicaOf('pro-3');
    unreadable.fault = failing('begin');
    await watch();
    expect(said).toEqual([true]);
  });

  it('[WK-2] what comes while it looks is seen too: what was read before is not said', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const watching = new SealedWorkWatch({
      clock: world.clock,
      device: world.disk('device').connect(),
      openStore: () => {
        const store = other.connect();
        return { ...store, read: (body) => store.read(body).then((found) => held.then(() => found)) };
      },
      openSub: () => 'pro-1',
      onChange: (isHere) => said.push(isHere),
    });
    watching.start();
    await settle();
    await fill(other, [row(1)]);
    release();
    await settle();
    expect(said).toEqual([true]);
    watching.stop();
  });

  it('[WK-2] nothing is told, followed or held open once nobody wants to know', async () => {
    const stop = await watch();
    stop();
    await fill(other, [row(1)]);
    await world.client.lock();
    expect(await world.client.unlock(credentials.password)).toEqual({ kind: 'ok' });
    await settle();
    expect(said).toEqual([false]);
  });
});
