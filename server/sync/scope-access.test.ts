import { expect, test } from 'vitest';
import { chartScope } from '../../sync/collections/classes.ts';
import { membershipId } from '../../sync/collections/membership.ts';
import { membershipOf, smallPractice } from '../testing/builders.ts';
import { openServers } from '../testing/open-servers.ts';
import { freshDevice } from '../testing/pull-helpers.ts';

const { serverOf } = openServers();
const scope = chartScope('c1');

// Friday 20 November, 15:00 in Greenwich: Saturday has begun on Kiritimati.
test.each([
  ['America/New_York', '2026-11-20', true],
  ['America/New_York', '2026-11-19', false],
  ['Pacific/Kiritimati', '2026-11-21', true],
  ['Pacific/Kiritimati', '2026-11-20', false],
])('[AC-6] in %s an access given until %s brings the chart in the next pull: %s', async (zone, until, isThere) => {
  const server = await serverOf({ practiceZone: zone });
  await server.addAccount('ben');
  await server.write(...smallPractice());
  const ben = await freshDevice(server, 'ben');
  await server.write(membershipOf(scope, 'ben', 'treating', { access: 'delegated', until }));
  await ben.pullAll();
  expect(ben.find('membership', membershipId(scope, 'ben', 'treating'))?.b).toHaveProperty('until', until);
  const held = ['chart', 'appointment'].map((collection) => ben.find(collection, collection === 'chart' ? 'c1' : 'a1'));
  expect(held.map((row) => row !== undefined)).toEqual([isThere, isThere]);
});
