import { expect, it } from 'vitest';
import type { Transport } from '../../ports.ts';
import { MemoryDisk } from '../../store/memory-store.ts';
import { chartLines, FakeClock, openTestReplica, pageOf, seededRandom, settle } from '../../testing/builders.ts';
import { applyPage } from '../pull/apply-pull.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { writeMutation } from './write.ts';
import { SyncEngine } from '../lead/sync-engine.ts';

it('[SE-3] a person who writes faster than pushes are answered still hears of others', async () => {
  const disk = new MemoryDisk();
  const clock = new FakeClock();
  const replica = await openTestReplica(disk.connect());
  await replica.store.tx('relaxed', function* () {
    yield [putMeta('leader', { owner: 'seed', term: 1, beat: 1 })];
    const [client] = yield* readMeta('client');
    yield* applyPage(replica, { owner: 'seed', term: 1 }, pageOf(client?.clientId ?? '', { records: chartLines() }), {
      onProblem: () => undefined,
    });
    yield [{ op: 'delete', table: 'meta', keys: ['leader'] }];
  });
  let turn = 0;
  const write = () =>
    writeMutation(
      replica,
      { clock, random: seededRandom((turn += 1)), zone: () => 'UTC' },
      {
        name: 'note.edit',
        args: {
          appointment_id: 'a1',
          author_name: 'Dr. One',
          note_schema_id: 'soap-note',
          note_schema_revision: 1,
          answers: { focus: 'x' },
        },
      },
    );
  let pushes = 0;
  let pulls = 0;
  let before = 0;
  const transport: Transport = {
    push: async (request) => {
      pushes += 1;
      const { rows } = request as { rows: { id: number }[] };
      // The next edit is saved before this answer is in.
      if (pushes < 200) expect((await write()).kind).toBe('saved');
      return {
        kind: 'answered',
        value: {
          kind: 'ok',
          mark: rows.at(-1)?.id ?? 0,
          results: rows.map((row) => ({ id: row.id, outcome: 'applied' })),
          epoch: 'e1',
          serverTime: '2026-11-21T09:00:00.000Z',
        },
      };
    },
    pull: async () => {
      pulls += 1;
      if (pulls === 1) before = pushes;
      return { kind: 'unreachable' };
    },
  };
  const quiet = () => undefined;
  const engine = new SyncEngine({
    replica,
    transport,
    clock,
    random: seededRandom(2),
    log: { error: quiet, info: quiet, debug: quiet },
    owner: 'tab',
    registerKey: () => Promise.resolve(true),
    onLocked: quiet,
  });
  expect((await write()).kind).toBe('saved');
  engine.start();
  await clock.pass(2000);
  for (let wait = 0; wait < 50; wait += 1) await settle();
  engine.stop();
  expect(pulls).toBeGreaterThan(0);
  expect(before).toBeLessThan(50);
});
