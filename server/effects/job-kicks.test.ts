import { expect, test } from 'vitest';
import { addJob, plainKind, ran } from '../testing/job-world.ts';
import { openServers } from '../testing/open-servers.ts';

const { serverOf } = openServers();

test('a job that is planned while the runner looks, and sees none yet, runs all the same', async () => {
  const server = await serverOf({ jobKinds: [plainKind()] });
  await server.orchid.settle();
  const { store, jobs } = server.services;
  const read = store.read.bind(store);
  let go = (): void => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  store.read = async (plan) => {
    const found = await read(plan);
    await held;
    return found;
  };
  jobs.kick();
  store.read = read;
  await addJob(server, { name: 'one', kind: 'plain' });
  jobs.kick();
  go();
  await expect.poll(() => ran(server, 'one')).toBeDefined();
});

test('whoever sees what a job wrote is told, as after any other commit', async () => {
  const telling = plainKind({
    *settle(context, { name }) {
      context.touched.add(name, 'note');
      yield* [];
    },
  });
  const server = await serverOf({ jobKinds: [telling] });
  const heard: string[] = [];
  for (const principal of ['ann', 'ben'])
    server.services.hub.join(
      {
        principal,
        familyId: `of-${principal}`,
        send: () => undefined,
        change: () => void heard.push(principal),
        signOut: () => undefined,
        moveTo: () => undefined,
      },
      [],
    );
  await addJob(server, { name: 'ann', kind: 'plain' });
  await server.orchid.settle();
  expect(heard).toEqual(['ann']);
});
