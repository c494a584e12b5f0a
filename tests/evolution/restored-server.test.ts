import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readMeta } from '../../sync/client/replica/meta.ts';
import { getSeen } from '../../sync/client/read/reads.ts';
import { dropRead } from '../../sync/client/status/sync-status.ts';
import { listAttention, listPending } from '../../sync/client/status/work-list.ts';
import type { Note } from '../../sync/collections/note-body.ts';
import { MemoryDisk } from '../../sync/store/memory-store.ts';
import { restoreBackup } from '../../server/backup/restore-backup.ts';
import { takeBackup } from '../../server/backup/take-backup.ts';
import { appointmentOf, editOf, smallPractice } from '../../server/testing/builders.ts';
import { seededRandom } from '../../server/testing/fake-clock.ts';
import { TestServer } from '../../server/testing/test-server.ts';
import { ShippedDevice } from './shipped-device.ts';

const sessions = Array.from({ length: 12 }, (_, index) => `a${index + 1}`);

describe('a server that was put back from a backup, and the shipped client', () => {
  let root: string;
  let server: TestServer;
  let device: ShippedDevice;
  const disk = new MemoryDisk();

  beforeEach(async () => {
    root = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-restored-'));
    server = await TestServer.create({ dataDir: path.join(root, 'data'), seed: 5 });
    await server.addAccount('ann');
    await server.write(...smallPractice(), ...sessions.slice(1).map((id) => appointmentOf('c1', id)));
    device = await ShippedDevice.open(disk.connect(), server, 'ann');
    await device.sync();
  });
  afterEach(async () => {
    device.close();
    await server.close();
    fs.rmSync(root, { recursive: true, force: true });
  });

  const write = (id: string): Promise<string> => device.write('note.edit', editOf(id, `text of ${id}`).args);
  const textOf = async (id: string): Promise<unknown> =>
    (await getSeen<Note>(device.replica, 'note', `note.${id}`))?.body.answers['subjective'];
  /** The server dies, its data is put back as it was at the backup, and a new one serves it. */
  async function putBack(): Promise<void> {
    device.close();
    const { keys } = server;
    await server.close();
    await restoreBackup({
      from: path.join(root, 'backup'),
      dataDir: path.join(root, 'data'),
      random: seededRandom(6),
      clock: server.clock,
    });
    server = await TestServer.create({ dataDir: path.join(root, 'data'), seed: 8 });
    for (const [sub, one] of keys) server.keys.set(sub, one);
    device = await ShippedDevice.open(disk.connect(), server, 'ann');
  }

  it('[PU-3, PL-4] keeps all that was acknowledged before the backup, sends what waited, strands nobody', async () => {
    for (const id of sessions.slice(0, 4)) await write(id);
    await device.sync();
    // Under load: the backup is taken while writes go on.
    const backup = takeBackup({ dataDir: path.join(root, 'data'), to: path.join(root, 'backup'), clock: server.clock });
    for (const id of sessions.slice(4, 8)) await write(id);
    await device.sync();
    await backup;
    device.isOnline = false;
    for (const id of sessions.slice(8)) await write(id);
    await putBack();
    await device.sync();

    for (const id of [...sessions.slice(0, 4), ...sessions.slice(8)])
      expect(await textOf(id), id).toBe(`text of ${id}`);
    expect(await listPending(device.replica)).toEqual([]);
    expect(await listAttention(device.replica)).toEqual([]);

    // What came after the backup went with the server: said until somebody has read it, never passed over.
    const unread = async () => (await device.replica.store.read(() => readMeta('unread')))[0];
    expect(await unread()).toEqual(['server-restored']);
    await device.replica.store.tx('strict', () => dropRead(['server-restored']));
    await device.sync();
    expect(await unread()).toEqual([]);

    // And it goes on as before.
    await device.write('note.edit', editOf('a1', 'after the restore').args, {
      subjective: (await getSeen(device.replica, 'note', 'note.a1'))?.stamps['subjective'] ?? '',
    });
    await device.sync();
    const fresh = await server.signedIn('ann');
    await fresh.pullAll();
    expect(fresh.find('note', 'note.a1')?.b).toMatchObject({
      answers: { subjective: 'after the restore' },
      others: [],
    });
    const held = device.replica.store.read(function* () {
      return (yield [{ op: 'range', table: 'base', by: 'k', from: '', to: '~' }])[0];
    });
    expect((await held)?.map((row) => row?.k).sort()).toEqual([...fresh.replica.keys()].sort());
  });
});
