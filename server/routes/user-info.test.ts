import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountScope, classes, practiceScope } from '../../sync/collections/classes.ts';
import { practiceMember } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
const now = '2026-11-24T14:00:00.000Z';

const accountOf = (sub: string, user_type: 'member' | 'orchid_pro') => ({
  collection: 'account',
  id: sub,
  scope: accountScope(sub),
  cls: classes.own,
  body: {
    user_type,
    first_name: 'Vera',
    last_name: 'Lind',
    display_name: 'Vera Lind',
    timezone: 'America/Denver',
    modify_datetime: now,
    ...(user_type === 'orchid_pro' ? { practice_id: 'p1' } : {}),
  },
});

beforeEach(async () => {
  server = await TestServer.create({ now });
  await server.addAccount('ann');
  await server.addAccount('mia', 'member');
  await server.write(practiceMember('ann'), accountOf('ann', 'orchid_pro'), accountOf('mia', 'member'), {
    collection: 'practice',
    id: 'p1',
    scope: practiceScope('p1'),
    cls: classes.colleagues,
    body: { name: 'Riverside', zone: 'America/Denver' },
  });
});
afterEach(() => server.close());

const info = async (sub: string) =>
  (await (await server.signedIn(sub)).call('GET', '/api/users/v1/user_info')).json() as Promise<
    Record<string, unknown>
  >;

test('[C-285][C-286][C-287][C-288][C-289][C-292][C-294][C-299][C-300] who is signed in, of each kind', async () => {
  expect(await info('ann')).toMatchObject({
    sub: 'ann',
    user_type: 'orchid_pro',
    groups: ['orchid_pro'],
    first_name: 'Vera',
    last_name: 'Lind',
    email: 'ann@test.invalid',
    email_confirmed: true,
    business_entity_name: 'Riverside',
    timezone: 'America/Denver',
    signup_channel: { amhc: false },
    create_datetime: now,
    modify_datetime: now,
  });
  expect(await info('mia')).toMatchObject({
    sub: 'mia',
    user_type: 'member',
    groups: [],
    email: 'mia@test.invalid',
    business_entity_name: null,
  });
});

test('[C-295] modify_datetime moves on with what a person changes, so that the later of two answers can be told', async () => {
  const before = await info('mia');
  server.clock.pass(60_000);
  const device = await server.signedIn('mia');
  await device.call('PUT', '/api/users/v1/patient/', { first_name: 'Wera' });
  const renamed = await info('mia');
  expect(before).toMatchObject({ first_name: 'Vera', modify_datetime: now });
  expect(renamed).toMatchObject({ first_name: 'Wera', modify_datetime: '2026-11-24T14:01:00.000Z' });
  server.clock.pass(60_000);
  // The name stays; what is changed lies in a record of its own.
  await device.call('PUT', '/api/users/v1/patient/', { home_city: 'Denver' });
  expect(await info('mia')).toMatchObject({ first_name: 'Wera', modify_datetime: '2026-11-24T14:02:00.000Z' });
});

test('[C-505] signed out, it is 403 and says nothing of anybody', async () => {
  const answer = await server.device().call('GET', '/api/users/v1/user_info');
  expect([answer.status, await answer.json()]).toEqual([403, { detail: 'Not signed in.' }]);
});
