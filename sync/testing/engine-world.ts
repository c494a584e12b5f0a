import type { Transport, TransportAnswer } from '../ports.ts';
import { applyPage } from '../client/pull/apply-pull.ts';
import { putMeta, readMeta } from '../client/replica/meta.ts';
import type { Place } from '../client/pull/pull.ts';
import type { Replica } from '../client/replica/replica.ts';
import { SyncEngine } from '../client/lead/sync-engine.ts';
import { MemoryDisk } from '../store/memory-store.ts';
import { chartLines, FakeClock, openTestReplica, pageOf, seededRandom } from './builders.ts';

/** How a page begins and ends that brings nothing. */
export const begin = {
  kind: 'begin',
  epoch: 'e1',
  serverTime: '2026-11-21T09:00:00.000Z',
  reset: false,
  principal: 'pro-1',
};
export const end = { kind: 'end', cursor: 'c1', mark: 0, outcomes: [], complete: true, left: 0 };

const mostAsked = 2000;

/** An engine over a network whose answers the test decides. */
export async function createEngineWorld(
  answer: () => TransportAnswer<null>,
  lines: () => readonly unknown[] = () => [begin, end],
  push: TransportAnswer<unknown> = { kind: 'unreachable' },
) {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  let pulls = 0;
  let pushes = 0;
  let registrations = 0;
  /** As good as never: the test of an engine that asks without pause would not come to its end. */
  const endless = new Promise<never>(() => undefined);
  /** How long an answer, and each line of it, is on its way. */
  const hold = { ms: 0, lineMs: 0 };
  const waits = (ms: number, ended?: AbortSignal): Promise<boolean> =>
    ms === 0
      ? Promise.resolve(true)
      : new Promise((resolve) => {
          clock.after(ms, () => resolve(true));
          ended?.addEventListener('abort', () => resolve(false));
        });
  /** What calls off each push that left, in order. */
  const calledOffBy: (AbortSignal | undefined)[] = [];
  const transport: Transport = {
    push: (_request, ended) => {
      pushes += 1;
      calledOffBy.push(ended);
      return pushes > mostAsked ? endless : Promise.resolve(push);
    },
    pull: async (_request, onLine, ended) => {
      pulls += 1;
      if (pulls > mostAsked) return endless;
      const given = answer();
      if (!(await waits(hold.ms, ended))) return { kind: 'unreachable' };
      if (given.kind === 'answered')
        for (const line of lines()) {
          await waits(hold.lineMs, ended);
          await onLine(JSON.stringify(line));
        }
      return given;
    },
  };
  const replica = await openTestReplica(disk.connect());
  const quiet = () => undefined;
  const errors: string[] = [];
  const make = (owner: string, store = replica, onRest: (place: Place) => void = quiet) =>
    new SyncEngine({
      onRest,
      replica: store,
      transport,
      clock,
      random: seededRandom(2),
      log: { error: (event) => errors.push(event), info: quiet, debug: quiet },
      owner,
      registerKey: () => {
        registrations += 1;
        return Promise.resolve(true);
      },
      onLocked: quiet,
    });
  const status = async () => {
    const [row] = await replica.store.tx('relaxed', () => readMeta('status'));
    return row;
  };
  return {
    disk,
    clock,
    make,
    replica,
    status,
    hold,
    errors,
    calledOffBy,
    pulls: () => pulls,
    pushes: () => pushes,
    registrations: () => registrations,
  };
}

/** A replica that holds a chart with its sessions, and that nobody leads. */
export async function holdCharts(replica: Replica): Promise<void> {
  await replica.store.tx('relaxed', function* () {
    yield [putMeta('leader', { owner: 'seed', term: 1, beat: 1 })];
    const [client] = yield* readMeta('client');
    yield* applyPage(
      replica,
      { owner: 'seed', term: 1 },
      pageOf(client?.clientId ?? '', { records: chartLines(), end: { cursor: 'c0' } }),
      { onProblem: () => undefined },
    );
    yield [putMeta('leader', { owner: '', term: 1, beat: 1 })];
  });
}
