import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes } from '../../collections/classes.ts';
import { membershipId } from '../../collections/membership.ts';
import { toInstant } from '../../core/instant.ts';
import { recordKey } from '../../core/record.ts';
import type { ReplicaRow, ReplicaStore } from '../../ports.ts';
import type { PullRecord } from '../../protocol/pull-message.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { StoreError } from '../../store/store-error.ts';
import {
  appointmentBodyOf,
  FakeClock,
  membershipOf,
  openTestReplica,
  pageOf,
  pullRecordOf,
  seededRandom,
  settle,
} from '../../testing/builders.ts';
import type { LeaseState } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { Lease, leaseMs } from './lease.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { getSeen, rangeSeen } from '../read/reads.ts';
import type { Replica } from '../replica/replica.ts';
import type { RowSealer } from '../replica/row-sealer.ts';
import { putPulled } from '../status/sync-status.ts';
import { writeMutation } from '../write/write.ts';

const fence = { owner: 'tab', term: 1 };
const minute = 60_000;

function chartOf(id: string, access: 'own' | 'delegated'): PullRecord[] {
  const scope = chartScope(id);
  const one = { collection: 'membership', id: membershipId(scope, 'pro-1', 'treating'), scope, cls: classes.access };
  const session = { collection: 'appointment', id: `a-${id}`, scope, cls: classes.scheduling };
  return [
    pullRecordOf({ ...one, body: membershipOf('pro-1', { access }) }),
    pullRecordOf({ ...session, body: appointmentBodyOf() }),
  ];
}

describe('[AC-3] the lease', () => {
  const clock = new FakeClock();
  let replica: Replica;
  let lease: Lease;
  let told: LeaseState[];

  beforeEach(async () => {
    const plain = await openTestReplica(new MemoryDisk().connect());
    const [client] = await plain.store.tx('strict', function* () {
      yield [putMeta('leader', { ...fence, beat: 1 })];
      return yield* readMeta('client');
    });
    const page = pageOf(client?.clientId ?? '', {
      records: [...chartOf('mine', 'own'), ...chartOf('theirs', 'delegated')],
    });
    await plain.store.tx('relaxed', () => applyPage(plain, fence, page, { onProblem: () => undefined }));
    told = [];
    lease = new Lease(plain, clock, (state) => told.push(state));
    replica = { ...plain, lease };
    await contact();
    await lease.start();
    await clock.pass(0);
  });

  /** A pull came to its end. */
  const contact = () =>
    replica.store.tx('relaxed', () =>
      putPulled(fence, {
        isAgreed: true,
        isMended: true,
        serverTime: toInstant(clock.now()),
        askedMs: clock.now(),
        nowMs: clock.now(),
      }),
    );
  const readable = async (): Promise<string[]> => {
    const held = await Promise.all(['mine', 'theirs'].map((id) => getSeen(replica, 'appointment', `a-${id}`)));
    return held.flatMap((record) => record?.id ?? []);
  };

  it('who is refused a record before anybody has looked makes it known: the opening is then news, too', async () => {
    clock.jump(leaseMs.shared + minute);
    expect(told.at(-1)?.closed).toBe('none');
    expect(await readable()).not.toContain('a-theirs');
    expect(told.at(-1)?.closed).toBe('shared');
    await contact();
    await settle();
    expect(told.at(-1)?.closed).toBe('none');
  });

  it('says from the start until when', () => {
    expect(told.at(-1)).toEqual({
      closed: 'none',
      ownUntil: toInstant(clock.now() + leaseMs.own),
      sharedUntil: toInstant(clock.now() + leaseMs.shared),
      turn: 0,
    });
  });

  it('closes what others shared after 72 hours, one’s own after 30 days, to the minute', async () => {
    clock.jump(leaseMs.shared);
    expect(await readable()).toEqual(['a-mine', 'a-theirs']);
    await clock.pass(minute);
    expect(told.at(-1)?.closed).toBe('shared');
    expect(await readable()).toEqual(['a-mine']);
    clock.jump(leaseMs.own - leaseMs.shared);
    await clock.pass(minute);
    expect(told.at(-1)?.closed).toBe('all');
    expect(await readable()).toEqual([]);
    const query = { collection: 'membership', index: 'account', from: '', to: '~' };
    expect(await rangeSeen(replica, query)).toEqual([]);
  });

  it('is not stretched by one’s own end of a shared access that waits here and that nobody has heard of', async () => {
    const scope = chartScope('theirs');
    const owner = {
      collection: 'membership',
      id: membershipId(scope, 'pro-2', 'treating'),
      scope,
      cls: classes.access,
    };
    const page = pageOf((await replica.store.read(() => readMeta('client')))[0]?.clientId ?? '', {
      from: 'c1',
      records: [pullRecordOf({ ...owner, body: membershipOf('pro-2', { access: 'own' }) })],
    });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    const args = { scope, membership_id: membershipId(scope, 'pro-1', 'treating') };
    const ports = { clock, random: seededRandom(5), zone: () => 'UTC' };
    const saved = await writeMutation(replica, ports, { name: 'membership.revoke', args, options: {} });
    expect(saved.kind).toBe('saved');
    clock.jump(leaseMs.shared);
    await clock.pass(minute);
    expect(told.at(-1)?.closed).toBe('shared');
    expect(await readable()).toEqual(['a-mine']);
  });

  it('deletes nothing: the next contact opens all of it at once', async () => {
    clock.jump(leaseMs.own);
    await clock.pass(minute);
    expect(await readable()).toEqual([]);
    await contact();
    await clock.pass(0);
    expect(told.at(-1)?.closed).toBe('none');
    expect(await readable()).toEqual(['a-mine', 'a-theirs']);
  });

  it('is not stretched by a clock that is set back behind the server’s last word', async () => {
    await replica.store.tx('relaxed', function* () {
      const contact = toInstant(clock.now() - leaseMs.shared - minute);
      const now = toInstant(clock.now());
      yield [putMeta('time', { serverTime: now, contact, at: now })];
    });
    lease.stop();
    clock.jump(-leaseMs.shared);
    lease = new Lease(replica, clock, (state) => told.push(state));
    await lease.start();
    expect(told.at(-1)?.closed).toBe('shared');
    clock.jump(leaseMs.shared);
  });

  it.each([
    ['theirs', 'is closed with what others shared', ['a-mine']],
    ['mine', 'is closed with it until it is healed', []],
  ])('keeps nobody out for a damaged membership: its chart (%s) %s', async (chart, _says, left) => {
    const key = recordKey('membership', membershipId(chartScope(chart), 'pro-1', 'treating'));
    await replica.store.tx('relaxed', function* () {
      const [rows] = yield [{ op: 'get', table: 'base', keys: [key] }];
      yield [
        {
          op: 'put',
          table: 'base',
          rows: (rows ?? []).flatMap((row: ReplicaRow | undefined) => (row ? { ...row, z: new Uint8Array(40) } : [])),
        },
      ];
    });
    lease.stop();
    const damaged: string[] = [];
    const plain = { ...replica, onDamaged: (damagedKey: string) => damaged.push(damagedKey) };
    lease = new Lease(plain, clock, (state) => told.push(state));
    replica = { ...replica, lease };
    await lease.start();
    await clock.pass(0);
    expect(damaged).toEqual([key]);
    expect(await readable()).toEqual(['a-mine', 'a-theirs']);
    clock.jump(leaseMs.shared);
    await clock.pass(minute);
    expect(told.at(-1)?.closed).toBe('shared');
    expect(await readable()).toEqual(left);
  });

  it('a chart that becomes known as shared while others are closed is news: it is shown nowhere any longer', async () => {
    clock.jump(leaseMs.shared);
    await clock.pass(minute);
    const before = told.at(-1);
    expect(before?.closed).toBe('shared');
    const [client] = await replica.store.read(() => readMeta('client'));
    const page = pageOf(client?.clientId ?? '', {
      from: 'c1',
      records: chartOf('late', 'delegated'),
      end: { cursor: 'c2' },
    });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    // Until the memberships are read it counts as not shared by anybody.
    expect(await getSeen(replica, 'appointment', 'a-late')).toBeDefined();
    await clock.pass(300);
    await settle();
    expect(told.at(-1)?.closed).toBe('shared');
    expect(told.at(-1)?.turn).toBe((before?.turn ?? 0) + 1);
    expect(await getSeen(replica, 'appointment', 'a-late')).toBeUndefined();
    await clock.pass(minute);
    expect(told.at(-1)?.turn).toBe((before?.turn ?? 0) + 1);
  });

  it('keeps open what is one’s own by another role', async () => {
    const scope = chartScope('theirs');
    const own = pullRecordOf({
      collection: 'membership',
      id: membershipId(scope, 'pro-1', 'supervisor'),
      scope,
      cls: classes.access,
      body: membershipOf('pro-1', { role: 'supervisor' }),
    });
    const [client] = await replica.store.read(() => readMeta('client'));
    const page = pageOf(client?.clientId ?? '', { from: 'c1', records: [own], end: { cursor: 'c2' } });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    await clock.pass(300);
    // Nothing is left that others alone shared.
    expect(told.at(-1)?.sharedUntil).toBeNull();
    clock.jump(leaseMs.shared);
    await clock.pass(minute);
    expect(told.at(-1)?.closed).toBe('none');
    expect(await readable()).toEqual(['a-mine', 'a-theirs']);
  });

  it('lets a screen open before it knows who shares what, which counts as shared until then', async () => {
    lease.stop();
    let reads = 0;
    const { store } = replica;
    const read: ReplicaStore['read'] = (body) => {
      reads += 1;
      return reads === 1 ? store.read(body) : new Promise<never>(() => undefined);
    };
    lease = new Lease({ ...replica, store: { ...store, read } }, clock, (state) => told.push(state));
    await lease.start();
    expect([reads, told.at(-1)?.closed, lease.closes(chartScope('mine'))]).toEqual([2, 'none', false]);
    clock.jump(leaseMs.shared + minute);
    expect(lease.closes(chartScope('mine'))).toBe(true);
    lease.stop();
    clock.jump(-leaseMs.shared - minute);
  });

  it('asks again who shares what where storage has failed once: one’s own stays open', async () => {
    lease.stop();
    let reads = 0;
    const { store } = replica;
    const read: ReplicaStore['read'] = (body) => {
      reads += 1;
      return reads === 2 ? Promise.reject(new StoreError('failed')) : store.read(body);
    };
    lease = new Lease({ ...replica, store: { ...store, read } }, clock, (state) => told.push(state));
    await lease.start();
    clock.jump(leaseMs.shared);
    await clock.pass(minute);
    expect(['mine', 'theirs'].map((chart) => lease.closes(chartScope(chart)))).toEqual([false, true]);
    lease.stop();
  });

  it('waits for that where nobody has confirmed anything for 72 hours', async () => {
    lease.stop();
    clock.jump(leaseMs.shared + minute);
    lease = new Lease(replica, clock, () => undefined);
    await lease.start();
    expect(['mine', 'theirs'].map((chart) => lease.closes(chartScope(chart)))).toEqual([false, true]);
    lease.stop();
  });

  it('opens many memberships a few at a time, and none once the keys are gone', async () => {
    const [client] = await replica.store.read(() => readMeta('client'));
    const records = Array.from({ length: 100 }, (_, index) => chartOf(`more${index}`, 'delegated')).flat();
    const page = pageOf(client?.clientId ?? '', { from: 'c1', records, end: { cursor: 'c2' } });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    lease.stop();
    let opened = 0;
    const sealer: RowSealer = {
      ...replica.sealer,
      open: (...row) => {
        opened += 1;
        return replica.sealer.open(...row);
      },
    };
    const gate = { closed: false };
    const again = { ...replica, gate, sealer };
    lease = new Lease(again, clock, () => undefined);
    await lease.start();
    await settle();
    expect(opened).toBe(40);
    await clock.pass(0);
    expect(opened).toBe(102);
    lease.stop();
    lease = new Lease(again, clock, () => undefined);
    await lease.start();
    await settle();
    gate.closed = true;
    await clock.pass(0);
    expect(opened).toBe(142);
    lease.stop();
  });

  it('finds every role in a scope, wherever a few at a time happen to end', async () => {
    const [client] = await replica.store.read(() => readMeta('client'));
    const scope = chartScope('crowded');
    const roles = Array.from({ length: 90 }, (_, index) =>
      pullRecordOf({
        collection: 'membership',
        id: `m${String(index).padStart(2, '0')}`,
        scope,
        cls: classes.access,
        body: membershipOf('pro-1', { access: index === 89 ? 'own' : 'delegated' }),
      }),
    );
    const page = pageOf(client?.clientId ?? '', { from: 'c1', records: roles, end: { cursor: 'c2' } });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    await clock.pass(300);
    clock.jump(leaseMs.shared + minute);
    expect(lease.closes(scope)).toBe(false);
  });
});
