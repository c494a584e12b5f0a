import { beforeEach, describe, expect, it } from 'vitest';
import { noteIdOf } from '../../collections/appointment.ts';
import { chartScope, classes } from '../../collections/classes.ts';
import { defineMutator, type AnyMutator } from '../../core/define.ts';
import type { Note } from '../../collections/note-body.ts';
import type { Json } from '../../core/record.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import {
  chartLines,
  FakeClock,
  lead,
  noteEditArgs,
  openTestReplica,
  pageOf,
  pullRecordOf,
  seededRandom,
} from '../../testing/builders.ts';
import type { MutateOptions, MutateResult } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { rowToMutation } from './outbox.ts';
import { anybody } from '../../testing/anybody.ts';
import { preparePush } from '../push/deliver-outbox.ts';
import { getSeen, rangeSeen } from '../read/reads.ts';
import { raiseLock } from '../keys/replica-keys.ts';
import { LockedError, type Replica } from '../replica/replica.ts';
import { writeMutation } from './write.ts';
import * as v from 'valibot';

const fence = { owner: 'tab', term: 1 };

describe('local mutations', () => {
  let disk: MemoryDisk;
  let replica: Replica;
  let clock: FakeClock;
  let clientId: string;
  let ports: { clock: FakeClock; random: ReturnType<typeof seededRandom>; zone: () => string };

  beforeEach(async () => {
    disk = new MemoryDisk();
    const store = disk.connect();
    replica = await openTestReplica(store);
    clock = new FakeClock();
    ports = { clock, random: seededRandom(5), zone: () => 'UTC' };
    clientId = await lead(store, fence);
    await store.tx('relaxed', () =>
      applyPage(replica, fence, pageOf(clientId, { records: chartLines() }), { onProblem: () => undefined }),
    );
  });

  const edit = (text: string, options: MutateOptions = {}, field = 'plan'): Promise<MutateResult> =>
    writeMutation(replica, ports, {
      name: 'note.edit',
      args: noteEditArgs({ [field]: text }),
      options,
    });
  const seenNote = async (): Promise<{
    answers: Record<string, Json>;
    stamps: Readonly<Record<string, string>>;
    pending: boolean;
  } | null> => {
    const note = await getSeen<Note>(replica, 'note', noteIdOf('a1'));
    return note ? { answers: note.body.answers, stamps: note.stamps, pending: note.pending } : null;
  };
  const uidOf = (result: MutateResult): string => (result.kind === 'saved' ? result.uid : '');

  it('[OB-1] overlay and outbox row are written together, sealed, and seen at once', async () => {
    const result = await edit('Walk daily.');
    expect(result).toMatchObject({ kind: 'saved', requested: false });
    expect(await seenNote()).toMatchObject({ answers: { plan: 'Walk daily.' }, pending: true });
    const { overlay, outbox } = disk.dump();
    expect([overlay.length, outbox.length]).toEqual([1, 1]);
    const bytes = [...overlay, ...outbox].map(
      (row) => Buffer.from(row.z ?? []).toString('latin1') + JSON.stringify(row.m),
    );
    expect(bytes.some((text) => text.includes('Walk'))).toBe(false);
  });

  it.each([1, 2, 3, 4])(
    '[OB-1] a failed write leaves neither overlay nor outbox: the %s. of its rows',
    async (failing) => {
      let writes = 0;
      disk.fault = (operation) => (operation === 'write' && (writes += 1) === failing ? 'quota' : null);
      expect(await edit('Lost?')).toMatchObject({ kind: 'not-saved', reason: 'quota' });
      disk.fault = () => null;
      expect(disk.dump().overlay).toHaveLength(0);
      expect(disk.dump().outbox).toHaveLength(0);
    },
  );

  it('[OB-1] what was called saved is still there after a power cut', async () => {
    expect(await edit('Kept')).toMatchObject({ kind: 'saved' });
    disk.crash();
    expect([disk.dump().overlay.length, disk.dump().outbox.length]).toEqual([1, 1]);
  });

  it('[OB-3] typing on from the own unsent value rewrites one mutation: same id, first base', async () => {
    const first = await edit('W', { base: { plan: '' }, coalesceKey: 'note/a1/plan' });
    const second = await edit('Walk', { base: { plan: uidOf(first) }, coalesceKey: 'note/a1/plan' });
    expect(uidOf(second)).toBe(uidOf(first));
    expect(disk.dump().outbox).toHaveLength(1);
    expect(await seenNote()).toMatchObject({ answers: { plan: 'Walk' }, stamps: { plan: uidOf(first) } });
  });

  it('[OB-3] nothing is rewritten once bytes may have left', async () => {
    const first = await edit('W', { base: { plan: '' }, coalesceKey: 'k' });
    await clock.pass(10_000);
    await replica.store.tx('strict', () => preparePush(fence, clock.now()));
    const second = await edit('Walk', { base: { plan: uidOf(first) }, coalesceKey: 'k' });
    expect(uidOf(second)).not.toBe(uidOf(first));
    expect(disk.dump().outbox).toHaveLength(2);
  });

  it('[OB-3] nothing is rewritten that a later pending mutation has built on', async () => {
    const first = await edit('W', { base: { plan: '' }, coalesceKey: 'k' });
    await edit('Sleeps badly.', { base: { subjective: '' } }, 'subjective');
    const third = await edit('Walk', { base: { plan: uidOf(first) }, coalesceKey: 'k' });
    expect(uidOf(third)).not.toBe(uidOf(first));
    expect(disk.dump().outbox).toHaveLength(3);
  });

  it('[OB-3] nothing is rewritten that a later pending mutation has only read', async () => {
    const look = defineMutator({
      name: 'note.look',
      args: v.object({}),
      load: () => [{ kind: 'get', collection: 'note', id: noteIdOf('a1') }],
      who: anybody,
      run: () => [],
    });
    const mutators = new Map<string, AnyMutator>([...replica.registry.mutators, [look.name, look]]);
    replica = { ...replica, registry: { ...replica.registry, mutators } };
    const first = await edit('W', { base: { plan: '' }, coalesceKey: 'k' });
    expect(await writeMutation(replica, ports, { name: 'note.look', args: {} })).toMatchObject({ kind: 'saved' });
    const third = await edit('Walk', { base: { plan: uidOf(first) }, coalesceKey: 'k' });
    expect(uidOf(third)).not.toBe(uidOf(first));
    expect(disk.dump().outbox).toHaveLength(3);
  });

  it('[OB-3] what is rewritten goes on naming the version that its first words were typed over', async () => {
    const note = pullRecordOf({
      collection: 'note',
      id: noteIdOf('a1'),
      scope: chartScope('c1'),
      cls: classes.careTeam,
      body: {
        note_schema_id: 'soap-note',
        note_schema_revision: 1,
        appointment_id: 'a1',
        author: 'pro-1',
        author_name: 'Dr. One',
        started: '2026-11-21T08:55:00.000Z',
        session_start: '2026-11-21T08:00:00.000Z',
        answers: { plan: 'Confirmed' },
        written: {},
        others: [],
      },
      stamps: { plan: 'uid-confirmed' },
    });
    const page = pageOf(clientId, { from: 'c1', records: [note], end: { cursor: 'c2' } });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
    const first = await edit('W', { base: { plan: 'uid-confirmed' }, coalesceKey: 'k' });
    await edit('Walk', { base: { plan: uidOf(first) }, coalesceKey: 'k' });
    const sent = disk.dump().outbox.map((row) => rowToMutation(replica, row, clientId));
    expect(sent).toMatchObject([{ args: { answers: { plan: 'Walk' } }, ctx: { base: { plan: 'uid-confirmed' } } }]);
    const seen = await getSeen<Note>(replica, 'note', noteIdOf('a1'));
    expect(seen?.body).toMatchObject({ answers: { plan: 'Walk' }, others: [] });
  });

  it('[OB-3] an edit made over another version is a new mutation, and both texts stay', async () => {
    const first = await edit('Mine', { base: { plan: '' }, coalesceKey: 'k' });
    const other = await edit('Typed in an old tab', { base: { plan: '' }, coalesceKey: 'k' });
    expect(uidOf(other)).not.toBe(uidOf(first));
    const note = await getSeen<Note>(replica, 'note', noteIdOf('a1'));
    expect(note?.body.answers['plan']).toBe('Typed in an old tab');
    expect(note?.body.others).toMatchObject([{ field: 'plan', value: 'Mine', uid: uidOf(first) }]);
  });

  it('[OB-4] typing is held for a pause of 1 s, at most 5 s; other work is not', async () => {
    const prepare = () => replica.store.tx('strict', () => preparePush(fence, clock.now()));
    await edit('W', { base: { plan: '' }, coalesceKey: 'k' });
    expect(await prepare()).toEqual({ kind: 'hold', holdMs: 1000 });
    await clock.pass(1000);
    expect(await prepare()).toMatchObject({ rows: [{ id: 1 }] });
    await edit('Sleeps.', { base: { subjective: '' } }, 'subjective');
    expect(await prepare()).toMatchObject({ rows: [{ id: 1 }, { id: 2 }] });
  });

  it('[OB-5] a commit whose answer was lost is called saved, and is there once', async () => {
    disk.fault = (operation) => (operation === 'after-commit' ? 'failed' : null);
    const attempt = edit('Once');
    const result = await attempt.finally(() => (disk.fault = () => null));
    // The read-back hits the same fault; whichever way it ends, the outbox holds the change exactly once.
    expect(['saved', 'not-saved']).toContain(result.kind);
    expect(disk.dump().outbox).toHaveLength(1);
  });

  it('[OB-5] after a commit with a lost answer the outbox is asked before "not saved" is said', async () => {
    let faults = 1;
    disk.fault = (operation) => (operation === 'after-commit' && faults-- > 0 ? 'failed' : null);
    expect(await edit('Once')).toMatchObject({ kind: 'saved' });
    expect(disk.dump().outbox).toHaveLength(1);
  });

  it('[OB-5] a retry over an outbox that could not be asked is written once, under the same uid', async () => {
    let faults = 0;
    disk.fault = (operation) => {
      // The answer of the first commit is lost, and so is the question after it.
      const isLost = (faults === 0 && operation === 'after-commit') || (faults === 1 && operation === 'begin');
      if (isLost) faults += 1;
      return isLost ? 'failed' : null;
    };
    const result = await edit('Once');
    expect([faults, result.kind]).toEqual([2, 'saved']);
    expect(disk.dump().outbox.map((row) => (row.m as { uid: string }).uid)).toEqual([uidOf(result)]);
  });

  it('[MU-2] a mutator that throws is a bug: thrown on, written nowhere, and no refusal', async () => {
    const explode = defineMutator({
      name: 'note.explode',
      args: v.object({}),
      who: anybody,
      run: () => {
        throw new TypeError('a bug');
      },
    });
    const mutators = new Map<string, AnyMutator>([...replica.registry.mutators, [explode.name, explode]]);
    const broken = { ...replica, registry: { ...replica.registry, mutators } };
    const options = { coalesceKey: 'k' };
    await expect(writeMutation(broken, ports, { name: 'note.explode', args: {}, options })).rejects.toThrow('a bug');
    const { outbox, attention } = disk.dump();
    expect([outbox, attention]).toEqual([[], []]);
  });

  it('[MU-2] typing on that is refused leaves what was typed before where it is', async () => {
    const first = await edit('Short', { base: { plan: '' }, coalesceKey: 'k' });
    const refused = await edit('\u0001'.repeat(100_000), { base: { plan: uidOf(first) }, coalesceKey: 'k' });
    expect(refused).toMatchObject({ kind: 'rejected', code: 'too_long' });
    expect(await seenNote()).toMatchObject({ answers: { plan: 'Short' }, pending: true });
  });

  it('[MU-2] a refusal is answered with its code and writes nothing', async () => {
    await edit('Plan');
    const sign = await writeMutation(replica, ports, {
      name: 'note.sign',
      args: { appointment_id: 'a1', name: 'Dr. One', seen: {} },
    });
    expect(sign).toMatchObject({ kind: 'rejected', code: 'content_changed' });
    expect(disk.dump().outbox).toHaveLength(1);
  });

  it('[OB-3] another editor with its own key does not rewrite this one, though it shows the same version', async () => {
    const first = await edit('Mine', { base: { plan: '' }, coalesceKey: 'note/a1/plan/one' });
    await edit('Mine, and more', { base: { plan: uidOf(first) }, coalesceKey: 'note/a1/plan/one' });
    // A second tab still shows 'Mine' under the same uid and writes over it.
    await edit('Other tab', { base: { plan: uidOf(first) }, coalesceKey: 'note/a1/plan/two' });
    expect(disk.dump().outbox).toHaveLength(2);
  });

  it('[OB-4] the limit of 5 s counts from the first version, however often it is rewritten', async () => {
    let base = '';
    for (let key = 0; key < 9; key += 1) {
      const result = await edit(`text ${key}`, { base: { plan: base }, coalesceKey: 'k' });
      base = uidOf(result);
      await clock.pass(600);
    }
    expect(disk.dump().outbox).toHaveLength(1);
    expect(await replica.store.tx('strict', () => preparePush(fence, clock.now()))).toMatchObject({
      rows: [{ id: 1 }],
    });
  });

  it('[LK-1] once the gate is closed nothing more is sealed, also by a write that was under way to the store', async () => {
    const running = edit('Under way');
    replica.gate.closed = true;
    expect(await running).toMatchObject({ kind: 'not-saved', reason: 'locked' });
    expect(disk.dump().outbox).toHaveLength(0);
  });

  it('a text that no request could carry is refused before it is called saved', async () => {
    expect(await edit('\u0001'.repeat(100_000))).toMatchObject({ kind: 'rejected', code: 'too_long' });
    expect(disk.dump().outbox).toHaveLength(0);
  });

  it('[LK-1] a tab that was locked meanwhile reads nothing', async () => {
    await edit('Secret');
    await raiseLock(disk.connect());
    await expect(getSeen(replica, 'note', noteIdOf('a1'))).rejects.toBeInstanceOf(LockedError);
    const query = { collection: 'note', index: 'session', from: '', to: '~' };
    await expect(rangeSeen(replica, query)).rejects.toBeInstanceOf(LockedError);
  });

  it('[LK-1] a tab that was locked meanwhile writes nothing', async () => {
    await raiseLock(disk.connect());
    expect(await edit('Too late')).toMatchObject({ kind: 'not-saved', reason: 'locked' });
    expect(disk.dump().outbox).toHaveLength(0);
  });
});
