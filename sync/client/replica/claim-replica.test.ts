import { beforeEach, describe, expect, it } from 'vitest';
import { noteIdOf } from '../../collections/appointment.ts';
import { chartScope, classes } from '../../collections/classes.ts';
import { registry } from '../../collections/index.ts';
import type { Note } from '../../collections/note-body.ts';
import { addToChecksum, emptyChecksum } from '../../core/checksum.ts';
import type { Json } from '../../core/record.ts';
import type { Registry } from '../../core/run-mutation.ts';
import type { PullRecord } from '../../protocol/pull-message.ts';
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
import { registryOfTomorrow } from '../../testing/tomorrow.ts';
import type { SyncProblem } from '../api.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { claimReplica } from './claim-replica.ts';
import { putMeta, readMeta } from './meta.ts';
import { getSeen, rangeSeen } from '../read/reads.ts';
import { registryStamp } from './registry-stamp.ts';
import { OutdatedError, type Replica } from './replica.ts';
import { StatusBoard } from '../status/status-board.ts';
import { writeMutation } from '../write/write.ts';

const fence = { owner: 'tab', term: 1 };
const scope = chartScope('c1');
const noteId = noteIdOf('a1');

function noteBodyOf(text: string): Note {
  return {
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    appointment_id: 'a1',
    author: 'pro-1',
    author_name: 'Dr. One',
    started: '2026-11-21T08:00:00.000Z',
    session_start: '2026-11-21T08:00:00.000Z',
    answers: { subjective: text },
    written: {},
    others: [],
  };
}

const lineOf = (collection: string, id: string, body: Json, shape: number): PullRecord => ({
  ...pullRecordOf({ collection, id, scope, cls: classes.careTeam, body, stamps: { subjective: 'u0' } }),
  h: shape,
});

const noteOfTomorrow = lineOf('note', noteId, { ...noteBodyOf('calm'), mood: 'calm' }, 2);
const referral = lineOf('referral', 'r1', { to: 'Dr. Far' }, 1);

const sumsOf = (lines: readonly PullRecord[]): Record<string, [number, number, number]> => {
  const sums: Record<string, [number, number, number]> = {};
  for (const line of lines) {
    const [count, a, b] = sums[line.c] ?? [0, 0, 0];
    const next = addToChecksum(count === 0 ? emptyChecksum : { count, a, b }, line.i, line.v, 1);
    sums[line.c] = [next.count, next.a, next.b];
  }
  return sums;
};

describe('a replica and builds of several ages', () => {
  let disk: MemoryDisk;
  let today: Replica;
  let clientId: string;

  beforeEach(async () => {
    disk = new MemoryDisk();
    today = await openTestReplica(disk.connect());
    clientId = await lead(today.store, fence);
    await claimReplica(today);
  });

  /** A tab of that build over the same disk. */
  const tabOf = (build: Registry): Replica => ({
    ...today,
    store: disk.connect(),
    registry: build,
    gate: { closed: false },
  });
  const take = (replica: Replica, lines: readonly PullRecord[], cursors: readonly [string, string] = ['c0', 'c1']) =>
    replica.store.tx('relaxed', () =>
      applyPage(
        replica,
        fence,
        pageOf(clientId, { from: cursors[0], records: [...lines], end: { cursor: cursors[1], sums: sumsOf(lines) } }),
        { onProblem: () => undefined },
      ),
    );
  const rangeOf = (replica: Replica, collection: string, index: string) =>
    rangeSeen<Record<string, Json>>(replica, { collection, index, from: '', to: '~' });
  const write = (replica: Replica, text: string) =>
    writeMutation(
      replica,
      { clock: new FakeClock(), random: seededRandom(9), zone: () => 'UTC' },
      {
        name: 'note.edit',
        args: noteEditArgs({ subjective: text }),
      },
    );

  it('[EV-1] keeps and counts what it cannot read, shows nothing of it, and reads it after the update', async () => {
    const lines = [...chartLines(), noteOfTomorrow, referral];
    expect(await take(today, lines)).toMatchObject({ isWhole: true });
    expect(await getSeen(today, 'note', noteId)).toBeUndefined();
    expect(await getSeen(today, 'referral', 'r1')).toBeUndefined();
    expect(await rangeOf(today, 'note', 'session')).toEqual([]);
    expect(await today.store.read(() => readMeta('parked'))).toEqual([['note', 'referral']]);

    const tomorrow = tabOf(registryOfTomorrow);
    await claimReplica(tomorrow);
    expect((await getSeen<Record<string, Json>>(tomorrow, 'note', noteId))?.body).toMatchObject({ mood: 'calm' });
    expect(await rangeOf(tomorrow, 'note', 'mood')).toMatchObject([{ id: noteId, body: { mood: 'calm' } }]);
    expect(await rangeOf(tomorrow, 'referral', 'all')).toMatchObject([{ body: { to: 'Dr. Far' } }]);
    expect(await tomorrow.store.read(() => readMeta('parked'))).toEqual([[]]);
    const sums = { isWhole: true, diverged: [] };
    expect(await take(tomorrow, lines, ['c1', 'c2'])).toMatchObject(sums);
  });

  it('[EV-1] is never taken for absent: what is written over it waits for the server with its text', async () => {
    await take(today, [...chartLines(), noteOfTomorrow]);
    expect(await write(today, 'mine')).toMatchObject({ kind: 'saved', requested: true });
    await claimReplica(tabOf(registryOfTomorrow));
    const reopened = tabOf(registryOfTomorrow);
    const seen = await getSeen<Note>(reopened, 'note', noteId);
    expect(seen?.pending).toBe(true);
    expect(seen?.body.answers['subjective']).toBe('mine');
    expect(seen?.body.others.map((other) => other.value)).toEqual(['calm']);
  });

  it('[RB-1] what the server has settled and no pull has brought stays on screen over an update', async () => {
    await take(today, chartLines());
    await write(today, 'on its way');
    await today.store.tx('strict', function* () {
      yield [putMeta('mark', { mark: 1 })];
    });
    await claimReplica(tabOf(registryOfTomorrow));
    const seen = await getSeen<Note>(tabOf(registryOfTomorrow), 'note', noteId);
    expect(seen).toMatchObject({ pending: true, body: { answers: { subjective: 'on its way' } } });
  });

  it('[EV-1] a parked row goes with its scope, and is said on screen', async () => {
    await take(today, [...chartLines(), noteOfTomorrow]);
    const board = new StatusBoard(new FakeClock());
    board.setBuild(registryStamp(registry));
    await board.refresh(today.store);
    expect(board.value.get().problems).toEqual(['newer-records' satisfies SyncProblem]);
    await today.store.tx('relaxed', () =>
      applyPage(today, fence, pageOf(clientId, { from: 'c1', scopesGone: [scope], end: { cursor: 'c2' } }), {
        onProblem: () => undefined,
      }),
    );
    const left = await today.store.read(function* () {
      return (yield [{ op: 'range', table: 'base', by: 'k', from: '', to: '~' }])[0];
    });
    expect(left).toEqual([]);
  });

  it('[EV-2] rows of an older shape are found by the indexes of a newer build', async () => {
    await take(today, [...chartLines(), lineOf('note', noteId, noteBodyOf('old'), 1)]);
    const tomorrow = tabOf(registryOfTomorrow);
    expect(await rangeOf(tomorrow, 'note', 'mood').catch((error: unknown) => error)).toBeInstanceOf(OutdatedError);
    await claimReplica(tomorrow);
    expect(await rangeOf(tomorrow, 'note', 'mood')).toMatchObject([{ body: { mood: 'lifted' } }]);
  });

  it('[EV-2] an old tab writes, applies and shows nothing once a new build has the replica', async () => {
    await take(today, chartLines());
    await claimReplica(tabOf(registryOfTomorrow));
    expect(await write(today, 'late')).toMatchObject({ kind: 'not-saved', reason: 'locked' });
    await expect(take(today, [noteOfTomorrow], ['c1', 'c2'])).rejects.toBeInstanceOf(OutdatedError);
    await expect(getSeen(today, 'appointment', 'a1')).rejects.toBeInstanceOf(OutdatedError);
    const board = new StatusBoard(new FakeClock());
    board.setBuild(registryStamp(registry));
    await board.refresh(today.store);
    expect(board.value.get().problems).toContain('closed-by-update');
  });

  it('[EV-2, ST-31] a build that leaves no edition is another build, though it knows the same collections', async () => {
    await take(today, chartLines());
    const stampOfBefore = registryStamp(registry)
      .split(' ')
      .filter((part) => !part.startsWith('edition@'))
      .join(' ');
    await today.store.tx('strict', function* () {
      const [lock] = yield* readMeta('lock');
      yield [putMeta('lock', { ...lock, epoch: lock?.epoch ?? 0, registry: stampOfBefore })];
    });
    await expect(getSeen(today, 'appointment', 'a1')).rejects.toBeInstanceOf(OutdatedError);
    await claimReplica(today);
    expect(await write(today, 'claimed')).toMatchObject({ kind: 'saved' });
  });

  it('[EV-2] a build that died while it indexed is followed by one that goes on, at whichever call it died', async () => {
    await take(today, [...chartLines(), noteOfTomorrow, referral]);
    for (let call = 1; call <= 6; call += 1) {
      let calls = 0;
      disk.fault = () => {
        calls += 1;
        return calls === call ? 'failed' : null;
      };
      await claimReplica(tabOf(registryOfTomorrow)).catch(() => undefined);
      disk.fault = () => null;
      const next = tabOf(registryOfTomorrow);
      await claimReplica(next);
      expect(await rangeOf(next, 'note', 'mood'), `call ${call}`).toHaveLength(1);
      // A release that was taken back: the older build has it again, and parks what it cannot read.
      await claimReplica(tabOf(registry));
      expect(await rangeOf(tabOf(registry), 'note', 'session')).toEqual([]);
    }
  });
});
