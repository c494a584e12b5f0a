import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes, practiceScope } from '../../collections/classes.ts';
import { membershipId } from '../../collections/membership.ts';
import { toInstant } from '../../core/instant.ts';
import type { PullRecord } from '../../protocol/pull-message.ts';
import type { Body, StoreCommand } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import {
  appointmentBodyOf,
  FakeClock,
  lead,
  membershipOf,
  openTestReplica,
  pageOf,
  pullRecordOf,
  seededRandom,
} from '../../testing/builders.ts';
import { sampleCall } from '../../testing/sample-calls.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { Lease } from '../session/lease.ts';
import { getSeen } from '../read/reads.ts';
import type { Replica } from '../replica/replica.ts';
import { putPulled } from '../status/sync-status.ts';
import { writeMutation } from './write.ts';

/** A body that notes what it asks for. */
function* noting<R>(asked: StoreCommand[], body: Body<R>): Body<R> {
  let step = body.next([]);
  while (!step.done) {
    asked.push(...step.value);
    step = body.next(yield step.value);
  }
  return step.value;
}

const fence = { owner: 'tab', term: 1 };
const practice = practiceScope('p1');
const scope = chartScope('c1');
const minute = 60_000;

const role = pullRecordOf({
  collection: 'membership',
  id: membershipId(practice, 'desk-1', 'scheduler'),
  scope: practice,
  cls: classes.access,
  body: membershipOf('desk-1', { role: 'scheduler', access: 'delegated' }),
});
const body = { first_name: 'Ada', last_name: 'Test', timezone: 'UTC', practice_id: 'p1' };
const card = pullRecordOf({ collection: 'client_card', id: 'c1', scope, cls: classes.scheduling, body });
const session = pullRecordOf({
  collection: 'appointment',
  id: 'a1',
  scope,
  cls: classes.scheduling,
  body: appointmentBodyOf(),
});
/** As it comes to who sees it by the practice. */
const fromAbove = (record: PullRecord): PullRecord => ({ ...record, p: practice });

describe('[AC-7] roles in a practice, on a device', () => {
  const clock = new FakeClock();
  let replica: Replica;
  let cursor: string | null;

  beforeEach(async () => {
    replica = await openTestReplica(new MemoryDisk().connect(), { sub: 'desk-1' });
    cursor = 'c0';
  });

  async function pull(records: readonly PullRecord[], scopesGone: readonly string[] = []): Promise<void> {
    const clientId = await lead(replica.store, fence);
    const page = pageOf(clientId, { records: [...records] });
    const applied = { ...page, principal: 'desk-1', from: cursor, scopesGone };
    await replica.store.tx('relaxed', () => applyPage(replica, fence, applied, { onProblem: () => undefined }));
    cursor = page.end.cursor;
  }
  const cancel = () =>
    writeMutation(
      replica,
      { clock, random: seededRandom(3), zone: () => 'UTC' },
      { name: 'appointment.cancel', args: { appointment_id: 'a1' } },
    );

  it('count in its charts: the front desk cancels, there and after a replay', async () => {
    await pull([role, fromAbove(card), fromAbove(session)]);
    expect(await cancel()).toMatchObject({ kind: 'saved' });
    await pull([role]);
    expect(await getSeen(replica, 'appointment', 'a1')).toMatchObject({
      pending: true,
      body: { status: 'cancelled_orchid_pro' },
    });
  });

  it('do not where the role has ended', async () => {
    const ended = membershipOf('desk-1', { role: 'scheduler', ended: '2026-11-01T00:00:00.000Z' });
    await pull([{ ...role, b: ended }, card, session]);
    expect(await cancel()).toMatchObject({ kind: 'rejected', code: 'not_allowed' });
  });

  it('do not in a chart of another practice', async () => {
    await pull([role, { ...card, b: { ...body, practice_id: 'p2' } }, session]);
    expect(await cancel()).toMatchObject({ kind: 'rejected', code: 'not_allowed' });
  });

  it('are looked up once each: nothing is asked about above a practice, and nothing twice', async () => {
    await pull([role, fromAbove(card), fromAbove(session)]);
    await cancel();
    const asked: StoreCommand[] = [];
    const { store } = replica;
    replica = {
      ...replica,
      store: { ...store, tx: (durability, body) => store.tx(durability, () => noting(asked, body())) },
    };
    // What was learnt of the scopes above lies with the store: this one begins anew.
    await cancel();
    await cancel();
    const gets = asked.flatMap((command) => (command.op === 'get' && command.table === 'base' ? command.keys : []));
    expect(gets.filter((key) => key.startsWith('practice|'))).toEqual([]);
    expect(gets.filter((key) => key.startsWith('client_card|'))).toEqual(['client_card|c1']);
    const ranges = asked.filter((command) => command.op === 'range' && command.table === 'base');
    expect(ranges).toHaveLength(2);
  });

  it('are remembered from write to write, until a commit of any tab touches what gives them', async () => {
    await pull([role, fromAbove(card), fromAbove(session)]);
    expect(await cancel()).toMatchObject({ kind: 'saved' });
    await pull([
      { ...role, v: 2, b: membershipOf('desk-1', { role: 'scheduler', ended: '2026-11-01T00:00:00.000Z' }) },
    ]);
    expect(await cancel()).toMatchObject({ kind: 'rejected', code: 'not_allowed' });
  });

  it('are not remembered where one that ends comes behind something that gives none', async () => {
    await pull([role, fromAbove(card), fromAbove(session)]);
    expect(await cancel()).toMatchObject({ kind: 'saved' });
    await pull([
      { ...fromAbove(session), v: 2 },
      { ...role, v: 2, b: membershipOf('desk-1', { role: 'scheduler', ended: '2026-11-01T00:00:00.000Z' }) },
    ]);
    expect(await cancel()).toMatchObject({ kind: 'rejected', code: 'not_allowed' });
  });

  it('are not asked for anew in the practice where a new client gave one in a chart of her own, and are where one there ends', async () => {
    replica = await openTestReplica(new MemoryDisk().connect(), { sub: 'pro-1' });
    const treats = membershipOf('pro-1', { role: 'professional' });
    const id = membershipId(practice, 'pro-1', 'professional');
    const mine = pullRecordOf({ collection: 'membership', id, scope: practice, cls: classes.access, body: treats });
    const needed = sampleCall('chart.create').records.map(({ collection, id: own, scope: place, cls, body: said }) =>
      pullRecordOf({ collection, id: own, scope: place, cls, body: said }),
    );
    const clientId = await lead(replica.store, fence);
    const page = pageOf(clientId, { records: [mine, ...needed] });
    const applied = { ...page, principal: 'pro-1', from: cursor, scopesGone: [] };
    await replica.store.tx('relaxed', () => applyPage(replica, fence, applied, { onProblem: () => undefined }));
    const asked: StoreCommand[] = [];
    const { store } = replica;
    const ports = { clock, random: seededRandom(3), zone: () => 'UTC' };
    const heard = {
      ...replica,
      store: {
        ...store,
        watch: store.watch.bind(store),
        tx: (durability: 'strict' | 'relaxed', body: () => Body<never>) =>
          store.tx(durability, () => noting(asked, body())),
      },
    } as Replica;
    const create = () => writeMutation(heard, ports, { name: 'chart.create', args: sampleCall('chart.create').args });
    const made = await create();
    if (made.kind !== 'saved') throw new Error(made.kind);
    asked.length = 0;
    const another = await create();
    if (another.kind !== 'saved') throw new Error(another.kind);
    // What it has made is new: nothing of that name is looked for.
    const looked = asked.flatMap((one) => (one.op === 'get' ? one.keys : []));
    expect(looked.filter((key) => another.ids.some((own) => key.includes(own)))).toEqual([]);
    expect(looked).toContain('professional|pro-1');
    const grants = () => asked.filter((one) => one.op === 'range' && one.from.startsWith('membership|'));
    expect(grants()).toEqual([]);
    // What hangs on the new role itself is looked up: it is there.
    const chart_id = made.ids[0] ?? '';
    const archive = { name: 'chart.set_status', args: { chart_id, client_status: 'waitlist' } };
    expect(await writeMutation(heard, ports, archive)).toMatchObject({ kind: 'saved' });
    expect(grants()).not.toEqual([]);
    // A role that ends by another commit of this tab, where it was remembered.
    const end = {
      ...page,
      from: page.end.cursor,
      records: [{ ...mine, v: 2, b: { ...treats, ended: '2026-11-01T00:00:00.000Z' } }],
    };
    await store.tx('relaxed', () =>
      applyPage(replica, fence, { ...end, principal: 'pro-1', scopesGone: [] }, { onProblem: () => undefined }),
    );
    expect(await create()).toMatchObject({ kind: 'rejected', code: 'not_allowed' });
  });

  it('are not remembered where one of the records that give them did not open', async () => {
    await pull([role, fromAbove(card), fromAbove(session)]);
    const { sealer } = replica;
    let isBroken = true;
    replica = {
      ...replica,
      sealer: {
        ...sealer,
        open: (table, key, ...rest) => {
          if (isBroken && key.startsWith('membership|')) throw new Error('does not open');
          return sealer.open(table, key, ...rest);
        },
      },
    };
    expect(await cancel()).toMatchObject({ kind: 'rejected', code: 'not_allowed' });
    isBroken = false;
    expect(await cancel()).toMatchObject({ kind: 'saved' });
  });

  it('take along what was seen by them when they end, and leave what is seen otherwise', async () => {
    await pull([role, fromAbove(card), session]);
    await pull([{ ...role, v: 2 }], [practice]);
    expect(await getSeen(replica, 'client_card', 'c1')).toBeUndefined();
    expect(await getSeen(replica, 'appointment', 'a1')).toBeDefined();
    expect(await getSeen(replica, 'membership', role.i)).toBeDefined();
  });

  it('[AC-3] close with what others share: after 72 hours of silence, also what is pending there', async () => {
    await pull([role, fromAbove(card), fromAbove(session)]);
    const serverTime = toInstant(clock.now());
    await replica.store.tx('relaxed', () =>
      putPulled(fence, { isAgreed: true, isMended: true, serverTime, askedMs: clock.now(), nowMs: clock.now() }),
    );
    const lease = new Lease(replica, clock, () => undefined);
    replica = { ...replica, lease };
    await cancel();
    await lease.start();
    await clock.pass(0);
    expect(await getSeen(replica, 'appointment', 'a1')).toBeDefined();
    await clock.pass(72 * 60 * minute + 2 * minute);
    expect(await getSeen(replica, 'appointment', 'a1')).toBeUndefined();
    expect(await getSeen(replica, 'client_card', 'c1')).toBeUndefined();
    lease.stop();
  });
});
