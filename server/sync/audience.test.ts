import { expect, test } from 'vitest';
import { chartScope, practiceScope } from '../../sync/collections/classes.ts';
import { appointmentOf, cardOf, chartOf, membershipOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';
import { scopesToRead } from './audience.ts';

const { serverOf } = openServers();

test('[AC-7] who works for two practices reads in the one whose role gives it, whatever the other gives', async () => {
  const server = await serverOf({});
  await server.write(...smallPractice());
  const readBy = (principal: string) =>
    server.store.read(() => scopesToRead({ registry: server.registry, principal }, 'appointment', 'chart:'));
  // The first in any order gives nothing here; the second is above the chart of the small practice.
  await server.write(membershipOf(practiceScope('p0'), 'dora', 'owner'));
  expect(await readBy('dora')).toEqual([]);
  await server.write(membershipOf(practiceScope('p1'), 'dora', 'scheduler'));
  expect(await readBy('dora')).toEqual([chartScope('c1')]);
  await server.write(
    membershipOf(chartScope('c2'), 'dora', 'treating'),
    chartOf('c2'),
    cardOf('c2'),
    appointmentOf('c2', 'a2'),
  );
  expect((await readBy('dora')).toSorted()).toEqual([chartScope('c1'), chartScope('c2')]);
  expect(await readBy('nobody')).toEqual([]);
});
