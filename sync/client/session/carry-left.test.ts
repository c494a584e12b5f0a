import { beforeEach, describe, expect, test } from 'vitest';
import type { ReplicaStore } from '../../ports.ts';
import { errorTexts } from '../../protocol/error-codes.ts';
import type { ConflictDetail } from '../../protocol/error-details.ts';
import type { MutationMessage } from '../../protocol/mutation-message.ts';
import type { PushLeftRequest, PushLeftResponse } from '../../protocol/recovery-message.ts';
import { kdfFloor } from '../../protocol/session-message.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { openTestReplica } from '../../testing/builders.ts';
import type { ClientPorts } from '../client-ports.ts';
import { readAccount, writeAccount, type DeviceAccount } from '../replica/device.ts';
import { putMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { listAttention } from '../status/work-list.ts';
import { outboxKey } from '../write/outbox-meta.ts';
import { carryLeft } from './carry-left.ts';
import type { Unlocked } from './unlocked.ts';

type Results = Extract<PushLeftResponse, { kind: 'ok' }>['results'];

const at = '2026-11-21T09:00:00.000Z';
const taken: ConflictDetail = { taken: [{ start: '2026-12-01T08:00:00.000Z', end: '2026-12-01T08:50:00.000Z' }] };
const bookOf = (id: number): MutationMessage => ({
  uid: `u${id}`,
  name: 'appointment.book',
  args: { minutes: id },
  ctx: { now: at, zone: 'UTC', ids: [`n${id}`], base: {} },
});
const left = {
  replicaName: 'before',
  kdf: { ...kdfFloor, salt: 'AAAAAAAAAAAAAAAAAAAAAA' },
  generation: 1,
  wrapAccountRoot: 'wrap',
  wrapReplica: 'wrap',
};
const account: DeviceAccount = {
  ...left,
  sub: 'pro-1',
  principal: 'pro-1',
  replicaName: 'now',
  generation: 2,
  wrapDevice: null,
  serverKey: { id: 's1', public: 'key' },
  remember: true,
  locked: false,
  created: at,
  left: [left],
};

describe('[RC-4] what lies under the keys of before, and is refused when it is sent', () => {
  let device: ReplicaStore;
  let replica: Replica;
  let before: MemoryDisk;

  beforeEach(async () => {
    device = new MemoryDisk().connect();
    await writeAccount(device, account);
    replica = await openTestReplica(new MemoryDisk().connect());
    before = new MemoryDisk();
    await before.connect().tx('strict', function* () {
      const rows = [1, 2].map((id) => ({
        k: outboxKey(id),
        m: { id, uid: `u${id}`, name: 'appointment.book', at, key: 'd1', wrote: [], loaded: [] },
        z: new Uint8Array(40),
      }));
      yield [putMeta('client', { clientId: 'old', lastId: 2 }), { op: 'put', table: 'outbox', rows }];
    });
  });

  /** What was sent, ids and kinds. */
  let sent: string[];

  const carry = async (results: Results): Promise<void> => {
    sent = [];
    const body = { kind: 'ok', mark: 2, results, epoch: 'e1', serverTime: at };
    const ports: Partial<ClientPorts> = {
      api: {
        call: (_method, _path, request) => {
          const { highest, rows } = request as PushLeftRequest;
          sent.push([`up to ${highest}`, ...rows.map(({ id, kind }) => `${id} ${kind}`)].join(', '));
          return Promise.resolve({ status: 200, body });
        },
      },
      alone: (run) => run(),
      openStore: () => before.connect(),
      deleteStore: () => Promise.resolve(),
    };
    const unlocked = { replica, account, engine: { wake: () => undefined } } as unknown as Unlocked;
    await carryLeft(ports as ClientPorts, device, { unlocked, isStillOpen: () => true });
  };
  const asBooked = (id: number) => ({ uid: `u${id}`, name: 'appointment.book', at });
  const conflict = { code: 'conflicting_session', message: errorTexts.conflicting_session, detail: taken };

  test('stands in needs attention with all that the refusal said, and with its words', async () => {
    await carry([
      { id: 1, outcome: 'rejected', code: 'conflicting_session', detail: taken, message: bookOf(1) },
      { id: 2, outcome: 'applied' },
    ]);
    expect(await listAttention(replica)).toEqual([
      { ...asBooked(1), kind: 'rejected', ...conflict, args: { minutes: 1 } },
    ]);
    expect((await readAccount(device, 'pro-1'))?.left).toEqual([]);
    expect(sent).toEqual(['up to 2, 1 sealed, 2 sealed']);
  });

  test('is sent in one unbroken line of ids, from the first that lies there to the last that was given, and no further', async () => {
    await before.connect().tx('strict', function* () {
      yield [
        { op: 'delete', table: 'outbox', keys: [outboxKey(1)] },
        putMeta('client', { clientId: 'old', lastId: 4 }),
      ];
    });
    await carry([]);
    expect(sent).toEqual(['up to 4, 2 sealed, 3 void, 4 void']);
  });

  test('says why also where the server could not open its words', async () => {
    await carry([
      { id: 1, outcome: 'rejected', code: 'conflicting_session', detail: taken },
      { id: 2, outcome: 'void' },
    ]);
    expect(await listAttention(replica)).toEqual([{ ...asBooked(1), kind: 'rejected', ...conflict, args: null }]);
  });

  test('each says what it was refused for itself: what one was told of is not said of the other', async () => {
    await carry([
      { id: 1, outcome: 'parked', code: 'parked', message: bookOf(1) },
      { id: 2, outcome: 'rejected', code: 'no_email', detail: { unwanted: 'invitations' }, message: bookOf(2) },
    ]);
    const [held, refused] = await listAttention(replica);
    expect(held).toMatchObject({ ...asBooked(1), kind: 'parked', code: 'parked', args: { minutes: 1 } });
    expect(held).not.toHaveProperty('detail');
    expect(refused).toMatchObject({
      ...asBooked(2),
      kind: 'rejected',
      code: 'no_email',
      detail: { unwanted: 'invitations' },
    });
  });

  test('is a refusal where no code came with it', async () => {
    await carry([{ id: 1, outcome: 'rejected', message: bookOf(1) }]);
    expect(await listAttention(replica)).toMatchObject([{ kind: 'rejected', code: 'rejected' }]);
  });
});
