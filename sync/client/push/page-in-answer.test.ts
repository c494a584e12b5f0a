import { beforeEach, describe, expect, it } from 'vitest';
import type { PushRequest } from '../../protocol/push-message.ts';
import type { Transport, TransportAnswer } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { chartLines, FakeClock, openTestReplica, pageOf, seededRandom } from '../../testing/builders.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import type { Place } from '../pull/pull.ts';
import type { Replica } from '../replica/replica.ts';
import { SyncEngine } from '../lead/sync-engine.ts';
import { listAttention, listPending } from '../status/work-list.ts';
import { writeMutation } from '../write/write.ts';

const serverTime = '2026-11-21T09:00:00.000Z';
const begin = { kind: 'begin', epoch: 'e1', serverTime, reset: false, principal: 'pro-1' };
const refusal = { id: 1, uid: '', outcome: 'rejected', code: 'note_signed' };

describe('[SE-4] a page in the answer to a push', () => {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  let replica: Replica;
  let pushes: PushRequest[];
  let pulls: number;
  let registered: number;
  let rests: Place[];
  let linesOf: (request: PushRequest) => readonly unknown[];
  let answer: (request: PushRequest) => TransportAnswer<unknown>;
  let engine: SyncEngine;

  beforeEach(async () => {
    disk.wipe();
    [pushes, pulls, registered, rests] = [[], 0, 0, []];
    replica = await openTestReplica(disk.connect());
    await replica.store.tx('strict', function* () {
      const fence = { owner: 'seed', term: 1 };
      yield [putMeta('leader', { ...fence, beat: 1 })];
      const [client] = yield* readMeta('client');
      const page = pageOf(client?.clientId ?? '', { records: chartLines(), end: { cursor: 'c1' } });
      yield* applyPage(replica, fence, page, { onProblem: () => undefined });
      yield [putMeta('leader', { owner: '', term: 1, beat: 1 })];
    });
    const transport: Transport = {
      push: (request) => {
        const push = request as PushRequest;
        pushes.push(push);
        return Promise.resolve(answer(push));
      },
      pull: async (request, onLine) => {
        pulls += 1;
        await onLine(JSON.stringify(begin));
        await onLine(
          JSON.stringify({
            kind: 'end',
            cursor: `p${pulls}`,
            mark: pushes.length,
            outcomes: [],
            complete: true,
            left: 0,
          }),
        );
        return { kind: 'answered', value: null };
      },
    };
    const quiet = (): void => undefined;
    engine = new SyncEngine({
      replica,
      transport,
      clock,
      random: seededRandom(2),
      log: { error: quiet, info: quiet, debug: quiet },
      owner: 'one',
      registerKey: () => {
        registered += 1;
        return Promise.resolve(true);
      },
      onLocked: quiet,
      onRest: (place) => rests.push(place),
    });
    linesOf = () => [];
    answer = ok;
    engine.start();
    await clock.pass(2000);
    pulls = 0;
    return () => engine.stop();
  });

  const ok = (push: PushRequest): TransportAnswer<unknown> => {
    const mark = push.rows.at(-1)?.id ?? 0;
    const page = linesOf(push).map((line) => JSON.stringify(line));
    return {
      kind: 'answered',
      value: { kind: 'ok', mark, results: [], epoch: 'e1', serverTime, ...(page.length > 0 ? { page } : {}) },
    };
  };
  const cancel = () =>
    writeMutation(
      replica,
      { clock, random: seededRandom(pushes.length + 3), zone: () => 'UTC' },
      { name: 'appointment.cancel', args: { appointment_id: 'a1' } },
    );
  const end = { kind: 'end', cursor: 'n1', mark: 1, outcomes: [], complete: true, left: 0 };

  it('is applied with the word on the push: nothing waits, the replica rests there, and no pull follows', async () => {
    linesOf = () => [begin, end];
    await cancel();
    await clock.pass(100);
    expect(pushes[0]?.at).toEqual({ cursor: 'p1', confirmed: 0 });
    expect(await listPending(replica)).toEqual([]);
    expect(pulls).toBe(0);
    expect(rests.at(-1)?.cursor).toBe('n1');
  });

  it('[PU-1] leaves the line drawn above what left', async () => {
    linesOf = () => [begin, end];
    const [before] = await replica.store.read(() => readMeta('client'));
    await cancel();
    await clock.pass(100);
    const [client, sent] = await replica.store.read(() => readMeta('client', 'sent'));
    // Without the line the answer would be one to another history, and all would go out anew.
    expect(client).toEqual({ clientId: before?.clientId, lastId: 1 });
    expect(sent).toEqual({ through: 1 });
  });

  it('[PU-1] leaves it also where the answer was lost: a page that comes first settles nothing of another history', async () => {
    const [before] = await replica.store.read(() => readMeta('client'));
    linesOf = () => [begin, { ...end, cursor: 'n2' }];
    answer = () => ({ kind: 'unreachable' });
    await cancel();
    await clock.pass(50);
    const place = rests.at(-1) ?? { clientId: '', cursor: '' };
    answer = ok;
    engine.offer(
      place,
      [begin, end].map((line) => JSON.stringify(line)),
    );
    await clock.pass(5000);
    const [client] = await replica.store.read(() => readMeta('client'));
    expect(client?.clientId).toBe(before?.clientId);
    expect(await listPending(replica)).toEqual([]);
  });

  it('[PU-3] that tells of another history has the key registered for the new client id: a locked device delivers by it', async () => {
    const [before] = await replica.store.read(() => readMeta('client'));
    answer = () => ({ kind: 'unreachable' });
    await cancel();
    await clock.pass(50);
    registered = 0;
    const lines = [begin, { ...end, mark: 7 }].map((line) => JSON.stringify(line));
    engine.offer(rests.at(-1) ?? { clientId: '', cursor: '' }, lines);
    await clock.pass(50);
    const [client] = await replica.store.read(() => readMeta('client'));
    expect(client?.clientId).not.toBe(before?.clientId);
    expect(registered).toBe(1);
  });

  it('brings a refusal with its content to needs attention', async () => {
    linesOf = () => [begin, { ...end, outcomes: [refusal] }];
    await cancel();
    await clock.pass(100);
    expect(await listAttention(replica)).toMatchObject([{ code: 'note_signed', args: { appointment_id: 'a1' } }]);
  });

  it.each([
    ['is cut', [begin]],
    ['is of somebody else', [{ ...begin, principal: 'pro-2' }, end]],
    ['is not there', []],
  ])('that %s leads to an ordinary pull, and the push counts', async (_what, lines) => {
    linesOf = () => lines;
    await cancel();
    await clock.pass(100);
    expect(pulls).toBe(1);
    expect(await listPending(replica)).toEqual([]);
  });

  it('is not asked for while more waits than one push takes', async () => {
    engine.stop();
    for (let count = 0; count < 501; count += 1) await cancel();
    const again = new SyncEngine({
      replica,
      transport: {
        push: (request) => {
          pushes.push(request as PushRequest);
          return Promise.resolve({ kind: 'unreachable' });
        },
        pull: () => Promise.resolve({ kind: 'unreachable' }),
      },
      clock,
      random: seededRandom(2),
      log: { error: () => undefined, info: () => undefined, debug: () => undefined },
      owner: 'two',
      registerKey: () => Promise.resolve(true),
      onLocked: () => undefined,
    });
    again.start();
    await clock.pass(4000);
    again.stop();
    expect(pushes[0]?.rows).toHaveLength(500);
    expect(pushes[0]?.at).toBeUndefined();
  });
});
