import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes, personScope } from '../../collections/classes.ts';
import { membershipId } from '../../collections/membership.ts';
import { toInstant } from '../../core/instant.ts';
import type { ReplicaStore } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { StoreError } from '../../store/store-error.ts';
import {
  FakeClock,
  lead,
  membershipOf,
  openTestReplica,
  pageOf,
  pullRecordOf,
  settle,
} from '../../testing/builders.ts';
import { ClientWorld, credentials } from '../../testing/client-world.ts';
import type { LeaseState } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { putMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { putPulled } from '../status/sync-status.ts';
import { Lease, leaseMs } from './lease.ts';

const fence = { owner: 'tab', term: 1 };
const minute = 60_000;

describe('[AC-3] what others share', () => {
  let clock: FakeClock;
  let replica: Replica;
  /** The reads that fail, counted from the start of the lease. */
  let fails: (read: number) => boolean;
  let told: LeaseState[];
  let contactMs: number;

  beforeEach(async () => {
    clock = new FakeClock();
    contactMs = clock.now();
    fails = () => false;
    told = [];
    const plain = await openTestReplica(new MemoryDisk().connect());
    const clientId = await lead(plain.store, fence);
    const scope = chartScope('theirs');
    const id = membershipId(scope, 'pro-1', 'treating');
    const body = membershipOf('pro-1', { access: 'delegated' });
    const member = pullRecordOf({ collection: 'membership', id, scope, cls: classes.access, body });
    const pulled = { isAgreed: true, isMended: true, serverTime: toInstant(contactMs) };
    await plain.store.tx('relaxed', function* () {
      yield* applyPage(plain, fence, pageOf(clientId, { records: [member] }), { onProblem: () => undefined });
      yield* putPulled(fence, { ...pulled, askedMs: contactMs, nowMs: contactMs });
    });
    let reads = 0;
    const read: ReplicaStore['read'] = (run) => {
      reads += 1;
      return fails(reads) ? Promise.reject(new StoreError('failed')) : plain.store.read(run);
    };
    replica = { ...plain, store: { ...plain.store, read } };
  });

  const start = async (): Promise<Lease> => {
    const lease = new Lease(replica, clock, (state) => told.push(state));
    await lease.start();
    await clock.pass(0);
    return lease;
  };

  it('is said with the next look to be open until when, where storage failed at first', async () => {
    fails = (read) => read === 2;
    const lease = await start();
    expect(told.at(-1)?.sharedUntil).toBeNull();
    await clock.pass(minute);
    expect(told.at(-1)?.sharedUntil).toBe(toInstant(contactMs + leaseMs.shared));
    lease.stop();
  });

  it('is known anew each time that a role comes, not only the first time', async () => {
    const lease = await start();
    const brings = async (id: string, access: 'own' | 'delegated', at: number): Promise<void> => {
      const scope = chartScope(id);
      const place = { collection: 'membership', id: `${id}.${access}`, scope, cls: classes.access };
      const records = [pullRecordOf({ ...place, body: membershipOf('pro-1', { access }) })];
      const page = pageOf(await lead(replica.store, fence), { from: `c${at}`, records, end: { cursor: `c${at + 1}` } });
      await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
      await clock.pass(300);
    };
    await brings('theirs', 'own', 1);
    expect(told.at(-1)?.sharedUntil).toBeNull();
    await brings('others', 'delegated', 2);
    expect(told.at(-1)?.sharedUntil).toBe(toInstant(contactMs + leaseMs.shared));
    lease.stop();
  });

  it('closes with what is seen by it, also where nothing here says what lies below what', async () => {
    const lease = await start();
    clock.jump(leaseMs.shared + minute);
    expect(lease.closes(personScope('c1.1'), chartScope('theirs'))).toBe(true);
    expect(lease.closes(personScope('c1.1'), chartScope('mine'))).toBe(false);
    lease.stop();
  });

  it('closes also over storage that fails, and whoever shows records is told', async () => {
    const lease = await start();
    fails = () => true;
    clock.jump(leaseMs.shared + minute);
    expect(told.at(-1)?.closed).toBe('none');
    await clock.pass(minute);
    expect(told.at(-1)?.closed).toBe('shared');
    lease.stop();
  });
});

it('[AC-3] who comes back to a page after a month without a contact finds it closed at once', async () => {
  const world = await ClientWorld.unlocked();
  const at = toInstant(world.clock.now());
  await world
    .disk('replica')
    .connect()
    .tx('strict', function* () {
      yield [putMeta('time', { serverTime: at, contact: at, at })];
    });
  await world.client.lock();
  await world.client.unlock(credentials.password);
  await world.clock.pass(1000);
  expect(world.client.lease.get().closed).toBe('none');
  world.clock.jump(leaseMs.own + minute);
  world.client.noteVisible(true);
  await settle();
  expect(world.client.lease.get().closed).toBe('all');
});
