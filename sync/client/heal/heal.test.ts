import { beforeEach, describe, expect, it } from 'vitest';
import { addToChecksum, emptyChecksum } from '../../core/checksum.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { chartLines, openTestReplica, pageOf } from '../../testing/builders.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { applyHeal, isOfAnotherLog } from './heal.ts';
import { applyRecordHeal } from './heal-record.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { getSeen } from '../read/reads.ts';
import { raiseLock } from '../keys/replica-keys.ts';
import { LockedError, type Replica } from '../replica/replica.ts';

const fence = { owner: 'tab', term: 1 };

describe('healing', () => {
  let disk: MemoryDisk;
  let replica: Replica;
  let clientId: string;

  beforeEach(async () => {
    disk = new MemoryDisk();
    replica = await openTestReplica(disk.connect());
    const [client] = await replica.store.tx('strict', function* () {
      yield [putMeta('leader', { ...fence, beat: 1 })];
      return yield* readMeta('client');
    });
    clientId = client?.clientId ?? '';
    await replica.store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, { records: chartLines() }), { onProblem: () => undefined }),
    );
  });

  it('a page is of another log where all comes anew, and where only its epoch is another', async () => {
    const [cursor] = await replica.store.read(() => readMeta('cursor'));
    if (!cursor) throw new Error('a page was applied');
    expect(isOfAnotherLog(pageOf(clientId), cursor)).toBe(false);
    expect(isOfAnotherLog(pageOf(clientId, { reset: true }), cursor)).toBe(true);
    expect(isOfAnotherLog({ ...pageOf(clientId), epoch: 'e2' }, cursor)).toBe(true);
  });

  it('[IN-1] one collection is replaced by what the server says, the others stay, and the sums agree', async () => {
    // A row that the server never sent, and one that was damaged on disk.
    const [appointment] = disk.dump().base.filter((row) => row.k === 'appointment|a1');
    await replica.store.tx('strict', function* () {
      yield [
        {
          op: 'put',
          table: 'base',
          rows: [
            { ...appointment, k: 'appointment|ghost' },
            { ...appointment, k: 'appointment|a1', z: new Uint8Array(60) },
          ],
        },
      ];
    });
    expect(await getSeen(replica, 'appointment', 'a1')).toBeUndefined();
    const sum = addToChecksum(emptyChecksum, 'a1', 1, 1);
    const page = pageOf(clientId, {
      records: chartLines().filter((line) => line.c === 'appointment'),
      end: { sums: { appointment: [sum.count, sum.a, sum.b] } },
    });
    const same = await replica.store.tx('relaxed', () =>
      applyHeal(replica, fence, { collection: 'appointment', page, nowMs: 5 }),
    );
    expect(same).toBe(true);
    expect(await getSeen(replica, 'appointment', 'a1')).toBeDefined();
    expect(
      disk
        .dump()
        .base.map((row) => row.k)
        .sort(),
    ).toEqual(['appointment|a1', 'membership|m.c1.pro-1.treating']);
  });

  const healWith = (page: ReturnType<typeof pageOf>, by = fence) =>
    replica.store.tx('relaxed', () => applyHeal(replica, by, { collection: 'appointment', page, nowMs: 5 }));
  const keys = (): string[] =>
    disk
      .dump()
      .base.map((row) => row.k)
      .sort();

  describe('[EV-1] the word that something is of a newer server', () => {
    const parked = async () => (await replica.store.read(() => readMeta('parked')))[0] ?? [];
    const honest = chartLines().filter((line) => line.c === 'appointment');
    const ofTomorrow = (id: string) => honest.map((line) => ({ ...line, i: id, v: 2, h: 99 }));
    const take = (cursor: string, ...ids: string[]) =>
      replica.store.tx('relaxed', () =>
        applyPage(
          replica,
          fence,
          pageOf(clientId, { from: cursor, records: ids.flatMap(ofTomorrow), end: { cursor: 'c2' } }),
          { onProblem: () => undefined },
        ),
      );
    const heals = {
      'of the collection': () => healWith(pageOf(clientId, { records: honest })),
      'of the record': () =>
        replica.store.tx('relaxed', () =>
          applyRecordHeal(replica, fence, {
            key: 'appointment|a1',
            page: pageOf(clientId, { records: honest }),
            nowMs: 5,
          }),
        ),
    };

    it.each(Object.keys(heals) as (keyof typeof heals)[])('goes with a healing %s', async (how) => {
      await take('c1', 'a1');
      expect(await parked()).toEqual(['appointment']);
      await heals[how]();
      expect(await parked()).toEqual([]);
    });

    it('stays while another record is of one', async () => {
      await take('c1', 'a1', 'a2');
      await heals['of the record']();
      expect(await parked()).toEqual(['appointment']);
    });
  });

  it('[LD-1] a deposed leader heals nothing', async () => {
    const before = keys();
    await expect(healWith(pageOf(clientId), { ...fence, term: 0 })).rejects.toThrow('deposed');
    expect(keys()).toEqual(before);
  });

  it('[LK-1] a leader that was locked meanwhile heals nothing', async () => {
    const before = keys();
    await raiseLock(disk.connect());
    await expect(healWith(pageOf(clientId))).rejects.toBeInstanceOf(LockedError);
    expect(keys()).toEqual(before);
  });

  it('[PL-6] a heal with the rows of another account changes nothing', async () => {
    const before = keys();
    expect(await healWith(pageOf(clientId, { principal: 'pro-2', records: chartLines('c9', 'z9') }))).toBe(false);
    expect(keys()).toEqual(before);
  });

  it('[IN-1] a heal that does not agree either says so', async () => {
    const page = pageOf(clientId, { records: [], end: { sums: { appointment: [3, 1, 1] } } });
    const same = await replica.store.tx('relaxed', () =>
      applyHeal(replica, fence, { collection: 'appointment', page, nowMs: 5 }),
    );
    expect(same).toBe(false);
  });
});
