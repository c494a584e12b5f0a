import { expect, test } from 'vitest';
import { addJob, jobsOf, plainKind, ran } from '../testing/job-world.ts';
import { openServers } from '../testing/open-servers.ts';
import { changeJob } from './change-job.ts';

const { serverOf } = openServers();
const hourMs = 60 * 60 * 1000;

test('a job that is let run again does, also of a kind that goes stale', async () => {
  let isBroken = true;
  const kind = plainKind({ kind: 'reminder', stale: { afterMs: hourMs }, mostAttempts: 1 });
  const reminder = plainKind({
    ...kind,
    *settle(context, payload, result) {
      if (isBroken) throw new Error('not now');
      yield* kind.settle(context, payload, result);
    },
  });
  const server = await serverOf({ jobKinds: [reminder] });
  await addJob(server, { name: 'one', kind: 'reminder' });
  await server.orchid.settle();
  expect(await jobsOf(server)).toMatchObject([{ dead: true }]);
  isBroken = false;
  server.clock.pass(3 * 24 * hourMs);
  const [job] = await jobsOf(server);
  await server.store.write(() => changeJob('again', job?.id ?? 0, server.clock.now()));
  await server.orchid.settle();
  expect(await ran(server, 'one')).toBe('2026-11-23T15:00:00.000Z');
  expect(await jobsOf(server)).toEqual([]);
});
