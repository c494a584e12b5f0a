import { beforeEach, describe, expect, it } from 'vitest';
import type { Note } from '../../collections/note-body.ts';
import { noteIdOf } from '../../collections/appointment.ts';
import { chartScope, classes } from '../../collections/classes.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { chartLines, FakeClock, openTestReplica, pageOf, pullRecordOf, seededRandom } from '../../testing/builders.ts';
import type { MutateOptions, MutateResult } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import type { Replica } from '../replica/replica.ts';
import { countWork, listAttention } from '../status/work-list.ts';
import { writeMutation } from './write.ts';

const fence = { owner: 'tab', term: 1 };
const at = '2026-11-21T09:00:00.000Z';

describe('[NA-1] what is refused here is kept with its content', () => {
  let disk: MemoryDisk;
  let replica: Replica;
  const clock = new FakeClock();
  const ports = { clock, random: seededRandom(5), zone: () => 'UTC' };

  /** A chart whose one note is signed: every edit of it is refused. */
  beforeEach(async () => {
    disk = new MemoryDisk();
    replica = await openTestReplica(disk.connect());
    const [client] = await replica.store.tx('strict', function* () {
      yield [putMeta('leader', { ...fence, beat: 1 })];
      return yield* readMeta('client');
    });
    const page = pageOf(client?.clientId ?? '', { records: [...chartLines(), noteLine(true)] });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
  });

  const noteLine = (signed: boolean) =>
    pullRecordOf({
      collection: 'note',
      id: noteIdOf('a1'),
      scope: chartScope('c1'),
      cls: classes.careTeam,
      version: signed ? 1 : 2,
      body: {
        note_schema_id: 'soap-note',
        note_schema_revision: 1,
        appointment_id: 'a1',
        author: 'pro-1',
        author_name: 'Dr. One',
        started: at,
        session_start: '2026-11-21T08:00:00.000Z',
        answers: {},
        written: {},
        others: [],
        ...(signed ? { signed: { by: 'pro-1', name: 'Dr. One', at } } : {}),
      } satisfies Note,
    });
  const argsOf = (text: string, field = 'plan') => ({
    appointment_id: 'a1',
    author_name: 'Dr. One',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers: { [field]: text },
  });
  const edit = (text: string, options: MutateOptions, field = 'plan'): Promise<MutateResult> =>
    writeMutation(replica, ports, { name: 'note.edit', args: argsOf(text, field), options });
  const unsign = async (): Promise<void> => {
    const [client, cursor] = await replica.store.tx('relaxed', () => readMeta('client', 'cursor'));
    const page = pageOf(client?.clientId ?? '', { from: cursor?.cursor ?? null, records: [noteLine(false)] });
    await replica.store.tx('relaxed', () => applyPage(replica, fence, page, { onProblem: () => undefined }));
  };
  const texts = async (): Promise<unknown[]> => (await listAttention(replica)).map(({ args }) => args);
  const keptAs = (result: MutateResult): string => (result.kind === 'rejected' ? (result.keptAs ?? '') : '');

  it('as an item with code, name, time and arguments, sealed, and counted', async () => {
    const result = await edit('too late', { coalesceKey: 'k' });
    expect(result).toMatchObject({ kind: 'rejected', code: 'note_signed' });
    expect(await listAttention(replica)).toEqual([
      {
        uid: keptAs(result),
        name: 'note.edit',
        at,
        kind: 'rejected',
        code: 'note_signed',
        message: expect.stringContaining('signed') as string,
        args: argsOf('too late'),
      },
    ]);
    expect(await countWork(replica.store)).toMatchObject({ attention: 1, waiting: 0 });
    const [row] = disk.dump().attention;
    expect(Buffer.from(row?.z ?? []).toString('latin1') + JSON.stringify(row?.m)).not.toContain('too late');
  });

  it('once per key: newer text takes the place of the older, another field or editor has its own', async () => {
    await edit('a', { coalesceKey: 'plan/1' });
    await edit('ab', { coalesceKey: 'plan/1' });
    await edit('b', { coalesceKey: 'plan/2' });
    await edit('c', { coalesceKey: 'focus/1' }, 'focus');
    expect(await texts()).toHaveLength(3);
    expect(await texts()).toEqual(expect.arrayContaining([argsOf('ab'), argsOf('b'), argsOf('c', 'focus')]) as unknown);
  });

  it('a key of its own does not merge what is saved', async () => {
    await unsign();
    await edit('a', { keepAs: 'k' });
    await edit('ab', { keepAs: 'k' });
    expect(disk.dump().outbox).toHaveLength(2);
  });

  it('not where the caller says no key: it still shows what was typed', async () => {
    expect(await edit('a', {})).not.toHaveProperty('keptAs');
    expect(await texts()).toEqual([]);
  });

  it('the item goes in the transaction that saves the change made from it', async () => {
    const kept = keptAs(await edit('mine', { coalesceKey: 'k' }));
    await unsign();
    expect(await edit('mine', { coalesceKey: 'k', replaces: kept })).toMatchObject({ kind: 'saved' });
    expect(await texts()).toEqual([]);
    expect(disk.dump().outbox).toHaveLength(1);
  });

  it('a change that is tried again and refused again keeps its place, with its newest words', async () => {
    const kept = keptAs(await edit('mine', { coalesceKey: 'k' }));
    expect(await edit('mine, put right', { replaces: kept })).toMatchObject({ kind: 'rejected', keptAs: kept });
    expect(await texts()).toEqual([argsOf('mine, put right')]);
    // The editor that it came from types on: still one item.
    await edit('newest', { coalesceKey: 'k' });
    expect(await texts()).toEqual([argsOf('newest')]);
  });

  it('what the person let go of does not come back', async () => {
    expect(await edit('gone', { replaces: 'let-go' })).not.toHaveProperty('keptAs');
    expect(await texts()).toEqual([]);
  });

  it('where storage cannot keep it either, it is not called kept', async () => {
    disk.fault = (operation) => (operation === 'commit' ? 'quota' : null);
    expect(await edit('mine', { coalesceKey: 'k' })).toMatchObject({ kind: 'not-saved', reason: 'quota' });
    disk.fault = () => null;
    expect(await texts()).toEqual([]);
  });

  it('[OB-5] a commit whose answer was lost keeps one item', async () => {
    let failures = 1;
    disk.fault = (operation) => {
      if (operation !== 'after-commit' || failures === 0) return null;
      failures -= 1;
      return 'failed';
    };
    expect(await edit('mine', { coalesceKey: 'k' })).toMatchObject({ kind: 'rejected' });
    expect(await texts()).toEqual([argsOf('mine')]);
  });
});
