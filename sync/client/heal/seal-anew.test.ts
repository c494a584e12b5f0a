import { beforeEach, describe, expect, it } from 'vitest';
import { chartScope, classes } from '../../collections/classes.ts';
import type { Json } from '../../core/record.ts';
import type { ReplicaRow } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { appointmentBodyOf, lead, openTestReplica } from '../../testing/builders.ts';
import { readMeta } from '../replica/meta.ts';
import { getSeen } from '../read/reads.ts';
import { entryOf, rowsWithHome, type Replica } from '../replica/replica.ts';
import { baseMetaOf, type BaseMeta } from '../replica/row-meta.ts';
import { sealAnewPage } from './seal-anew.ts';

const fence = { owner: 'tab', term: 1 };

describe('[BR-5] rows of before the seal bound scope and class', () => {
  let disk: MemoryDisk;
  let replica: Replica;

  beforeEach(async () => {
    disk = new MemoryDisk();
    replica = await openTestReplica(disk.connect());
    await lead(replica.store, fence);
  });

  /** A row as releases before this one laid it down. */
  const ofBefore = (id: string, body: Json = appointmentBodyOf(), version = 1): ReplicaRow => {
    const k = `appointment|${id}`;
    const value = { k: classes.scheduling, h: 2, b: body, t: {} };
    const z = replica.sealer.seal('base', k, version, value);
    return { k, x: [entryOf('appointment', 'start', '2026')], s: chartScope('c1'), v: version, z, m: { g: 1 } };
  };
  const put = (...rows: readonly ReplicaRow[]) =>
    replica.store.tx('strict', function* () {
      yield [{ op: 'put', table: 'base', rows }];
    });
  const sealAll = async (): Promise<number> => {
    let pages = 0;
    for (let from: string | null = ''; from !== null; pages += 1) {
      const at: string = from;
      from = await replica.store.tx('relaxed', () => sealAnewPage(replica, fence, at));
    }
    return pages;
  };
  const rowOf = (id: string): ReplicaRow | undefined => disk.dump().base.find((row) => row.k === `appointment|${id}`);
  const metaOf = (id: string): BaseMeta | undefined => {
    const row = rowOf(id);
    return (row && baseMetaOf(row)) ?? undefined;
  };
  const broken = async () => (await replica.store.read(() => readMeta('broken')))[0];

  it('open, are sealed anew a page at a time, and lie where they lay', async () => {
    await put(...Array.from({ length: 250 }, (_, index) => ofBefore(`a${index}`)));
    const before = rowOf('a7');
    expect(await getSeen(replica, 'appointment', 'a7')).toBeDefined();
    expect(await sealAll()).toBe(3);
    const after = rowOf('a7');
    expect(after).toEqual({ ...before, z: after?.z, m: { g: 1, c: classes.scheduling } });
    expect(after?.z).not.toEqual(before?.z);
    expect(await getSeen(replica, 'appointment', 'a7')).toMatchObject({ cls: classes.scheduling, version: 1 });
    expect([await broken(), (await replica.store.read(() => readMeta('lock')))[0]?.rows]).toEqual([[], rowsWithHome]);
  });

  it('open no more after that, in a tab that opens the replica anew too', async () => {
    const old = ofBefore('a1');
    await put(old);
    expect(await getSeen(replica, 'appointment', 'a1')).toBeDefined();
    await sealAll();
    await put(old);
    expect(await getSeen(replica, 'appointment', 'a1')).toBeUndefined();
    const reopened = await openTestReplica(disk.connect());
    expect(await getSeen(reopened, 'appointment', 'a1')).toBeUndefined();
  });

  it('that open, and do not fit their place or are no record, are kept aside and named', async () => {
    await put({ ...ofBefore('moved'), s: 'practice:p1' }, ofBefore('empty', {}), ofBefore('well'));
    await put({ ...ofBefore('damaged'), z: new Uint8Array(60) });
    await sealAll();
    expect(await broken()).toEqual(['appointment|damaged', 'appointment|empty', 'appointment|moved']);
    for (const id of ['moved', 'empty']) expect(metaOf(id)?.broken).toBe(true);
    expect(await getSeen(replica, 'appointment', 'moved')).toBeUndefined();
    expect(await getSeen(replica, 'appointment', 'well')).toBeDefined();
  });

  it('[LD-1] are sealed by the leader alone', async () => {
    await put(ofBefore('a1'));
    const page = replica.store.tx('relaxed', () => sealAnewPage(replica, { ...fence, term: 0 }, ''));
    await expect(page).rejects.toThrow('deposed');
    expect(metaOf('a1')).toEqual({ g: 1 });
  });

  it('are told from those of now by their seal: neither opens as the other', async () => {
    const home = { scope: chartScope('c1'), cls: classes.scheduling };
    const [k, value] = ['appointment|a1', { k: 'x' }];
    const now = replica.sealer.seal('base', k, 1, value, home);
    expect(replica.sealer.open('base', k, 1, now, home)).toEqual(value);
    for (const other of [undefined, { ...home, scope: chartScope('c2') }, { ...home, cls: classes.careTeam }])
      expect(() => replica.sealer.open('base', k, 1, now, other)).toThrow('does not open');
    expect(() => replica.sealer.open('base', k, 1, replica.sealer.seal('base', k, 1, value), home)).toThrow();
  });
});
