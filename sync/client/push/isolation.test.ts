import { describe, expect, it } from 'vitest';
import type { Transport, TransportAnswer } from '../../ports.ts';
import type { PushRequest } from '../../protocol/push-message.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { chartLines, FakeClock, openTestReplica, pageOf, seededRandom } from '../../testing/builders.ts';
import { allRows } from '../replica/all-rows.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { together } from '../replica/together.ts';
import { SyncEngine } from '../lead/sync-engine.ts';
import { listAttention } from '../status/work-list.ts';
import { afterAccepted, type Isolation } from './isolation.ts';
import { writeMutation } from '../write/write.ts';

const serverTime = '2026-11-21T09:00:00.000Z';

/** An engine with 20 changes waiting, over a server that answers pushes as the test says. */
async function createWorld(answerOf: (request: PushRequest) => TransportAnswer<unknown>) {
  const clock = new FakeClock();
  const random = seededRandom(2);
  const replica = await openTestReplica(new MemoryDisk().connect(), { random });
  const pushes: PushRequest[] = [];
  const transport: Transport = {
    push: (request) => {
      pushes.push(request as PushRequest);
      return Promise.resolve(answerOf(request as PushRequest));
    },
    pull: () => Promise.resolve({ kind: 'unreachable' }),
  };
  await replica.store.tx('relaxed', function* () {
    yield [putMeta('leader', { owner: 'seed', term: 1, beat: 1 })];
    const [client] = yield* readMeta('client');
    const page = pageOf(client?.clientId ?? '', { records: chartLines() });
    yield* applyPage(replica, { owner: 'seed', term: 1 }, page, { onProblem: () => undefined });
    yield [putMeta('leader', { owner: '', term: 1, beat: 1 })];
  });
  for (let index = 1; index <= 20; index += 1) {
    const args = {
      appointment_id: 'a1',
      author_name: 'Dr. One',
      note_schema_id: 'soap-note',
      note_schema_revision: 1,
      answers: { plan: `text ${index}` },
    };
    await writeMutation(replica, { clock, random, zone: () => 'UTC' }, { name: 'note.edit', args });
  }
  const quiet = () => undefined;
  const engineOf = (owner: string): SyncEngine =>
    new SyncEngine({
      replica,
      transport,
      clock,
      random,
      log: { error: quiet, info: quiet, debug: quiet },
      owner,
      registerKey: () => Promise.resolve(true),
      onLocked: quiet,
    });
  return { clock, replica, pushes, engine: engineOf('one'), engineOf };
}

const taken = ({ rows }: PushRequest): TransportAnswer<unknown> => ({
  kind: 'answered',
  value: {
    kind: 'ok',
    mark: rows.at(-1)?.id ?? 0,
    results: rows.map(({ id, kind }) => ({ id, outcome: kind === 'void' ? 'void' : 'applied' })),
    epoch: 'e1',
    serverTime,
  },
});

describe('[PU-6] what is still looked for after the server has settled some', () => {
  const looking: Isolation = { upTo: 5, voidId: 7, code: 'unreadable', isDoubtful: true, voids: 2 };

  it('lies behind the mark, or is found', () => {
    expect(afterAccepted(looking, 4)).toEqual({ ...looking, isDoubtful: false, voids: 0 });
    expect(afterAccepted(looking, 5)).toEqual({ ...looking, upTo: null, isDoubtful: false, voids: 0 });
    expect(afterAccepted({ ...looking, voidId: null }, 5)).toBeNull();
  });

  it('a push that ended with the empty row held nothing sealed: it is counted', () => {
    expect(afterAccepted(looking, 7)).toEqual({ ...looking, upTo: null, voidId: null, isDoubtful: false, voids: 3 });
    expect(afterAccepted(looking, 8)).toBeNull();
  });
});

describe('[PU-6] the engine', () => {
  it('finds a row that cannot pass at once, without a wait between its tries', async () => {
    const world = await createWorld((request) =>
      request.rows.some((row) => row.kind === 'sealed' && row.id === 7)
        ? { kind: 'refused', code: '422' }
        : taken(request),
    );
    world.engine.start();
    await world.clock.pass(2000);
    world.engine.stop();
    const [mark] = await world.replica.store.read(() => readMeta('mark'));
    expect(mark).toEqual({ mark: 20 });
    expect(await listAttention(world.replica)).toMatchObject([{ args: { answers: { plan: 'text 7' } } }]);
  });

  it('[LK-1] moves nothing, and seals nothing, once this tab was locked while the server answered', async () => {
    let isLockedMeanwhile = true;
    const world = await createWorld((request) => {
      if (request.rows.some((row) => row.kind === 'sealed' && row.id === 7)) return { kind: 'refused', code: '422' };
      // The key goes while the word on the row that cannot pass is on its way.
      if (isLockedMeanwhile && request.rows.some((row) => row.kind === 'void')) world.replica.gate.closed = true;
      return taken(request);
    });
    world.engine.start();
    await world.clock.pass(120_000);
    world.engine.stop();
    expect(world.replica.gate.closed).toBe(true);
    const rows = await world.replica.store.read(function* () {
      return yield* together(allRows('attention'), allRows('outbox'));
    });
    expect(rows.map((table) => table.length)).toEqual([0, 20]);
    // Nothing of it is lost: whoever unlocks is told the same again.
    isLockedMeanwhile = false;
    world.replica.gate.closed = false;
    const unlocked = world.engineOf('two');
    unlocked.start();
    await world.clock.pass(120_000);
    unlocked.stop();
    expect(await listAttention(world.replica)).toMatchObject([{ args: { answers: { plan: 'text 7' } } }]);
    const [mark] = await world.replica.store.read(() => readMeta('mark'));
    expect(mark).toEqual({ mark: 20 });
  });

  it('waits as for a dead network where everything is refused, and moves nothing', async () => {
    const world = await createWorld(() => ({ kind: 'refused', code: '413' }));
    world.engine.start();
    await world.clock.pass(60_000);
    world.engine.stop();
    expect(world.pushes.length).toBeLessThan(100);
    expect(await listAttention(world.replica)).toEqual([]);
  });

  it('[PU-6] a server that takes no sealed row, but every empty one, does not talk the outbox empty', async () => {
    const refusing = await createWorld((request) =>
      request.rows.every((row) => row.kind === 'void') ? taken(request) : { kind: 'refused', code: '422' },
    );
    refusing.engine.start();
    await refusing.clock.pass(120_000);
    refusing.engine.stop();
    const moved = await listAttention(refusing.replica);
    expect(moved.length).toBeLessThanOrEqual(4);
  });
});
