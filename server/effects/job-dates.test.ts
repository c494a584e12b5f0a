import { expect, test } from 'vitest';
import { endOfDateMs } from '../sync/practice-day.ts';
import { addJob, jobsOf, plainKind } from '../testing/job-world.ts';
import { openServers } from '../testing/open-servers.ts';
import { TestServer } from '../testing/test-server.ts';

const { serverOf, folder } = openServers();

test('where the practice has moved to another zone, each job of a date waits for the end of that date there', async () => {
  const options = { dataDir: folder(), jobKinds: [plainKind()] };
  const dates = ['2026-11-25', '2026-11-26', '2026-11-28'];
  const before = await TestServer.create({ ...options, practiceZone: 'America/New_York' });
  for (const afterDate of dates) {
    const runAtMs = endOfDateMs(afterDate, 'America/New_York');
    await addJob(before, { name: afterDate, kind: 'plain', afterDate, runAtMs });
  }
  await before.close();
  const server = await serverOf({ ...options, practiceZone: 'Pacific/Auckland' });
  await server.orchid.settle();
  const moments = (await jobsOf(server)).map(({ afterDate, runAtMs }) => [afterDate, runAtMs]);
  expect(moments).toEqual(dates.map((date) => [date, endOfDateMs(date, 'Pacific/Auckland')]));
});
