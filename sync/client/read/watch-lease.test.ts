import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes } from '../../collections/classes.ts';
import { membershipId } from '../../collections/membership.ts';
import { toInstant } from '../../core/instant.ts';
import type { PullRecord } from '../../protocol/pull-message.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import {
  appointmentBodyOf,
  FakeClock,
  lead,
  membershipOf,
  openTestReplica,
  pageOf,
  pullRecordOf,
  settle,
} from '../../testing/builders.ts';
import type { SeenRecord } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import type { Replica } from '../replica/replica.ts';
import { Lease, leaseMs } from '../session/lease.ts';
import { putPulled } from '../status/sync-status.ts';
import { watchRange, watchRecord } from './watch.ts';

const fence = { owner: 'tab', term: 1 };
const minute = 60_000;
const every = { collection: 'appointment', index: 'start', from: '', to: '~' };
const charts = { mine: 'own', theirs: 'delegated' } as const;
type Chart = keyof typeof charts;

const memberOf = (chart: Chart): PullRecord => {
  const scope = chartScope(chart);
  const id = membershipId(scope, 'pro-1', 'treating');
  const body = membershipOf('pro-1', { access: charts[chart] });
  return pullRecordOf({ collection: 'membership', id, scope, cls: classes.access, body });
};
const sessionOf = (chart: Chart, name: string, version = 1): PullRecord =>
  pullRecordOf({
    collection: 'appointment',
    id: `${chart}-${name}`,
    scope: chartScope(chart),
    cls: classes.scheduling,
    version,
    body: appointmentBodyOf(),
  });

describe('[AC-3] what a screen that stands open follows', () => {
  let clock: FakeClock;
  let replica: Replica;
  let lease: Lease;
  let clientId: string;
  let pages: number;

  beforeEach(async () => {
    clock = new FakeClock();
    const plain = await openTestReplica(new MemoryDisk().connect());
    clientId = await lead(plain.store, fence);
    pages = 0;
    lease = new Lease(plain, clock, () => undefined);
    replica = { ...plain, lease };
    await bring(memberOf('mine'), memberOf('theirs'), sessionOf('mine', 'a'), sessionOf('theirs', 'a'));
    await contact();
    await lease.start();
    await clock.pass(0);
    return () => lease.stop();
  });

  /** Comes in without a word on when the server was reached, as a page of another tab's does. */
  const bring = async (...records: readonly PullRecord[]): Promise<void> => {
    const [from, cursor] = [`c${pages}`, `c${pages + 1}`];
    pages += 1;
    const page = pageOf(clientId, { from, records: [...records], end: { cursor } });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    await settle();
  };
  const contact = async (): Promise<void> => {
    const serverTime = toInstant(clock.now());
    const said = { isAgreed: true, isMended: true, serverTime, askedMs: clock.now(), nowMs: clock.now() };
    await replica.store.tx('relaxed', () => putPulled(fence, said));
    await settle();
  };
  const silentFor = async (ms: number): Promise<void> => {
    clock.jump(ms - minute);
    await clock.pass(minute);
  };
  /** What stands there after the newest word, and all that ever did. */
  const follow = async <Value>(start: (onValue: (value: Value) => void) => () => void) => {
    const all: Value[] = [];
    start((value) => all.push(value));
    await settle();
    return { all, last: () => all.at(-1) };
  };
  const sink = <Value>(onValue: (value: Value) => void) => ({
    clock,
    onValue,
    onError: (error: unknown) => {
      throw error;
    },
  });
  const followRange = () =>
    follow<string>((onValue) =>
      watchRange(
        replica,
        every,
        sink((rows: readonly SeenRecord[]) =>
          onValue(
            rows
              .map(({ id }) => id)
              .toSorted()
              .join(' '),
          ),
        ),
      ),
    );
  const followRecord = (chart: Chart) =>
    follow<number | undefined>((onValue) =>
      watchRecord(
        replica,
        { collection: 'appointment', id: `${chart}-a` },
        sink((record: SeenRecord | undefined) => onValue(record?.version)),
      ),
    );

  it('a range leaves out what others shared after 72 hours, also rows that it has shown before', async () => {
    const range = await followRange();
    await silentFor(leaseMs.shared);
    await bring(sessionOf('mine', 'b'));
    expect(range.last()).toBe('mine-a mine-b theirs-a');
    await silentFor(minute);
    await bring(sessionOf('mine', 'c'));
    expect(range.last()).toBe('mine-a mine-b mine-c');
    await bring(sessionOf('theirs', 'd'), sessionOf('theirs', 'a', 2));
    expect(range.last()).toBe('mine-a mine-b mine-c');
  });

  it('a range shows nothing after 30 days, whatever it has shown before', async () => {
    const range = await followRange();
    await silentFor(leaseMs.own);
    await bring(sessionOf('mine', 'b'));
    expect(range.last()).toBe('mine-a mine-b');
    await silentFor(minute);
    await bring(sessionOf('mine', 'c'));
    expect(range.last()).toBe('');
  });

  it.each([
    ['72 hours', leaseMs.shared],
    ['30 days', leaseMs.own],
  ])('a range shows all of it again after a contact: %s', async (_name, ms) => {
    const range = await followRange();
    await silentFor(ms + minute);
    await bring(sessionOf('mine', 'b'));
    expect(range.last()).not.toContain('theirs');
    await contact();
    await bring(sessionOf('mine', 'c'));
    expect(range.last()).toBe('mine-a mine-b mine-c theirs-a');
    // And closes a second time.
    await silentFor(ms + minute);
    await bring(sessionOf('mine', 'd'));
    expect(range.last()).not.toContain('theirs');
  });

  it.each([
    ['theirs', leaseMs.shared],
    ['mine', leaseMs.own],
  ] as const)('one record is not shown past its time, and is again after a contact: %s', async (chart, ms) => {
    const record = await followRecord(chart);
    await silentFor(ms);
    await bring(sessionOf(chart, 'a', 2));
    await silentFor(minute);
    await bring(sessionOf(chart, 'a', 3));
    expect(record.all).toEqual([1, 2, undefined]);
    await contact();
    await bring(sessionOf(chart, 'a', 4));
    expect(record.all).toEqual([1, 2, undefined, 4]);
  });

  it('one’s own record is shown on while what others shared is closed', async () => {
    const record = await followRecord('mine');
    await silentFor(leaseMs.shared + minute);
    await bring(sessionOf('mine', 'a', 2));
    expect(record.all).toEqual([1, 2]);
  });

  it('a screen that asks anew finds what is open at that moment', async () => {
    await silentFor(leaseMs.shared + minute);
    expect([(await followRange()).all, (await followRecord('theirs')).all]).toEqual([['mine-a'], [undefined]]);
    await contact();
    expect([(await followRange()).all, (await followRecord('theirs')).all]).toEqual([['mine-a theirs-a'], [1]]);
  });
});
