import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes } from '../../collections/classes.ts';
import { membershipId } from '../../collections/membership.ts';
import { toInstant } from '../../core/instant.ts';
import type { PullRecord } from '../../protocol/pull-message.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { FakeClock, lead, membershipOf, openTestReplica, pageOf, pullRecordOf } from '../../testing/builders.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { Lease } from './lease.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { putFirstContact, putPulled } from '../status/sync-status.ts';

const fence = { owner: 'tab', term: 1 };
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function memberOf(id: string, access: 'own' | 'delegated'): PullRecord {
  const scope = chartScope(id);
  const one = { collection: 'membership', id: membershipId(scope, 'pro-1', 'treating'), scope, cls: classes.access };
  return pullRecordOf({ ...one, body: membershipOf('pro-1', { access }) });
}

/** What is wrong with the time, and when. */
interface Fault {
  /** This device's clock beside the true time. */
  readonly skewMs?: number;
  /** Beside the true time, in one answer: the last before an honest one, or the last of all. */
  readonly answerMs?: number;
  /** This device's clock is set, right after the contact. */
  readonly jumpMs?: number;
}

const faults: Readonly<Record<string, Fault>> = {
  'nothing wrong (the control)': {},
  'one answer with a server time 60 days ahead': { answerMs: 60 * day },
  'one answer with a server time 60 days behind': { answerMs: -60 * day },
  'a device clock 31 days behind': { skewMs: -31 * day },
  'a device clock 31 days ahead': { skewMs: 31 * day },
  'a device clock set back by 31 days after the contact': { jumpMs: -31 * day },
};

const spans: readonly (readonly [string, number, 'none' | 'shared' | 'all'])[] = [
  ['connected', 0, 'none'],
  ['offline for 71 hours', 71 * hour, 'none'],
  ['offline for 73 hours', 73 * hour, 'shared'],
  ['offline for 29 days', 29 * day, 'shared'],
  ['offline for 31 days', 31 * day, 'all'],
];

describe('[AC-3] the lease runs in the server’s time', () => {
  let clock: FakeClock;
  /** Of the server, moved along by hand. */
  let trueMs: number;
  let replica: Replica;
  let lease: Lease;

  beforeEach(async () => {
    clock = new FakeClock();
    trueMs = clock.now();
    replica = await openTestReplica(new MemoryDisk().connect());
    const clientId = await lead(replica.store, fence);
    const page = pageOf(clientId, { records: [memberOf('mine', 'own'), memberOf('theirs', 'delegated')] });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    return () => lease.stop();
  });

  const open = async (): Promise<void> => {
    lease = new Lease(replica, clock, () => undefined);
    await lease.start();
    await clock.pass(0);
  };
  /** A pull came to its end. */
  const contact = (answerMs = 0) =>
    replica.store.tx('relaxed', () =>
      putPulled(fence, {
        isAgreed: true,
        isMended: true,
        serverTime: toInstant(trueMs + answerMs),
        askedMs: clock.now(),
        nowMs: clock.now(),
      }),
    );
  /** Time goes by; the fake clock runs its timers only a few hours at a time as fast as a test wants. */
  const pass = async (ms: number): Promise<void> => {
    trueMs += ms;
    await clock.pass(ms);
  };

  it('the time of a first sync that does not come to its end runs from its first page on', async () => {
    const [asked, serverTime] = [clock.now(), toInstant(trueMs)];
    const page = () =>
      replica.store.tx('relaxed', () => putFirstContact({ serverTime, askedMs: asked, nowMs: clock.now() }));
    await page();
    await open();
    await pass(72 * 60 * minute);
    // A later page of it tells nothing of what has ended since.
    await replica.store.tx('relaxed', () =>
      putFirstContact({ serverTime: toInstant(trueMs), askedMs: clock.now(), nowMs: clock.now() }),
    );
    await pass(minute);
    expect(lease.closes(chartScope('theirs'))).toBe(true);
  });

  it('a page that came by itself is no contact: it may have waited for the waking', async () => {
    await contact();
    await open();
    await pass(minute);
    const serverTime = toInstant(trueMs);
    clock.jump(73 * 60 * minute);
    await replica.store.tx('relaxed', () =>
      putPulled(fence, { isAgreed: true, isMended: true, serverTime, askedMs: null, nowMs: clock.now() }),
    );
    await clock.pass(minute);
    expect(lease.closes(chartScope('theirs'))).toBe(true);
  });

  it('an answer to a question of before a long sleep is contact of then: what was shared stays closed', async () => {
    await contact();
    await open();
    await pass(minute);
    const [asked, serverTime] = [clock.now(), toInstant(trueMs)];
    clock.jump(73 * 60 * minute);
    trueMs += 73 * 60 * minute;
    await replica.store.tx('relaxed', () =>
      putPulled(fence, { isAgreed: true, isMended: true, serverTime, askedMs: asked, nowMs: clock.now() }),
    );
    await clock.pass(minute);
    expect(lease.closes(chartScope('theirs'))).toBe(true);
    // A clock that was set back in between gives nothing away: the earlier reading counts.
    await replica.store.tx('relaxed', () =>
      putPulled(fence, {
        isAgreed: true,
        isMended: true,
        serverTime: toInstant(trueMs),
        askedMs: clock.now() + 90 * 60 * minute,
        nowMs: clock.now(),
      }),
    );
    await pass(minute);
    expect(lease.closes(chartScope('theirs'))).toBe(false);
    await pass(72 * 60 * minute);
    expect(lease.closes(chartScope('theirs'))).toBe(true);
  });

  describe.each(Object.entries(faults))('%s', (_what, { skewMs = 0, answerMs = 0, jumpMs = 0 }) => {
    it.each(spans)('%s', async (_span, offlineMs, closed) => {
      clock.jump(skewMs);
      await contact();
      await open();
      await pass(10 * minute);
      await contact(answerMs);
      await pass(24_000);
      if (offlineMs === 0) {
        // The wrong answer itself closes nothing, and the next one corrects it.
        expect(lease.state.closed).toBe('none');
        await contact();
        await pass(24_000);
      }
      clock.jump(jumpMs);
      // The tab is open all the while: its timers have lived through it, whatever is done to the clock.
      await pass(Math.min(offlineMs, 4 * hour));
      const rest = Math.max(0, offlineMs - 4 * hour);
      clock.jump(rest);
      trueMs += rest;
      await clock.pass(minute);
      expect(lease.state.closed).toBe(closed);
      expect(lease.closes(chartScope('mine'))).toBe(closed === 'all');
      expect(lease.closes(chartScope('theirs'))).toBe(closed !== 'none');
      await contact();
      await clock.pass(minute);
      expect(lease.state.closed).toBe('none');
    });
  });

  it('what a build of before kept from a wrong server time is healed by one complete pull', async () => {
    await replica.store.tx('relaxed', function* () {
      yield [putMeta('time', { contact: toInstant(trueMs), serverTime: toInstant(trueMs + 60 * day) })];
    });
    await open();
    expect(lease.state.closed).toBe('all');
    await contact();
    await clock.pass(0);
    expect(lease.state.closed).toBe('none');
  });

  it('is noted once an hour at most: each note wakes every tab', async () => {
    await contact();
    await open();
    const notes = new Set<string | undefined>();
    for (let passed = 0; passed < 30; passed += 1) {
      await pass(minute);
      notes.add((await replica.store.read(() => readMeta('time')))[0]?.at);
    }
    expect(notes.size).toBeLessThanOrEqual(2);
  });

  it('a clock that goes back again and again hides nothing of what an open tab has lived through', async () => {
    const now = toInstant(trueMs);
    await replica.store.tx('relaxed', function* () {
      yield [putMeta('time', { contact: toInstant(trueMs - 71 * hour), serverTime: now, at: now })];
    });
    await open();
    for (let turn = 0; turn < 62; turn += 1) {
      await clock.pass(minute - 1000);
      clock.jump(1000 - minute);
      await clock.pass(1000);
    }
    expect(lease.state.closed).toBe('shared');
  });

  it('a clock set back while no tab is open hides no more than the last hour before', async () => {
    await contact();
    await open();
    await clock.pass(5 * hour);
    lease.stop();
    clock.jump(-31 * day);
    await open();
    await clock.pass(68 * hour + minute);
    expect(lease.state.closed).toBe('shared');
    const [time] = await replica.store.read(() => readMeta('time'));
    expect(time?.contact).toBe(toInstant(trueMs));
  });

  it('a membership that ended shares nothing any more', async () => {
    const [client] = await replica.store.read(() => readMeta('client'));
    const ended = pullRecordOf({
      collection: 'membership',
      id: membershipId(chartScope('theirs'), 'pro-1', 'treating'),
      scope: chartScope('theirs'),
      cls: classes.access,
      version: 2,
      body: membershipOf('pro-1', { access: 'delegated', ended: toInstant(trueMs) }),
    });
    await contact();
    await open();
    expect(lease.state.sharedUntil).not.toBeNull();
    const page = pageOf(client?.clientId ?? '', { from: 'c1', records: [ended], end: { cursor: 'c2' } });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    await clock.pass(300);
    expect(lease.state.sharedUntil).toBeNull();
  });

  it('a membership of one’s own that ended leaves the chart to what others share of it', async () => {
    const [client] = await replica.store.read(() => readMeta('client'));
    const scope = chartScope('mine');
    const member = (role: 'treating' | 'supervisor', change: object, version: number): PullRecord =>
      pullRecordOf({
        collection: 'membership',
        id: membershipId(scope, 'pro-1', role),
        scope,
        cls: classes.access,
        version,
        body: membershipOf('pro-1', { role, ...change }),
      });
    const records = [
      member('treating', { access: 'own', ended: toInstant(trueMs) }, 2),
      member('supervisor', { access: 'delegated' }, 1),
    ];
    const page = pageOf(client?.clientId ?? '', { from: 'c1', records, end: { cursor: 'c2' } });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    await contact();
    await open();
    clock.jump(73 * hour);
    await clock.pass(minute);
    expect(lease.closes(scope)).toBe(true);
  });

  it('a membership that came damaged counts as shared until it is mended', async () => {
    const [client] = await replica.store.read(() => readMeta('client'));
    const page = pageOf(client?.clientId ?? '', {
      from: 'c1',
      records: [{ ...memberOf('new', 'own'), b: null }],
      end: { cursor: 'c2' },
    });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    await contact();
    await open();
    clock.jump(73 * hour);
    await clock.pass(minute);
    expect([lease.closes(chartScope('new')), lease.closes(chartScope('mine'))]).toEqual([true, false]);
  });
});
