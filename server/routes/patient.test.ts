import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountScope, classes } from '../../sync/collections/classes.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await TestServer.create({ now: '2026-11-24T14:00:00.000Z' });
  for (const sub of ['mia', 'max']) {
    await server.addAccount(sub, 'member');
    await server.write(
      {
        collection: 'account',
        id: sub,
        scope: accountScope(sub),
        cls: classes.own,
        body: {
          user_type: 'member',
          first_name: sub,
          last_name: '',
          display_name: sub,
          timezone: 'America/Denver',
          modify_datetime: '2026-11-20T09:00:00.000Z',
        },
      },
      {
        collection: 'member_profile',
        id: sub,
        scope: accountScope(sub),
        cls: classes.own,
        body: { signup_form_finished: false, modify_datetime: '2026-11-20T09:00:00.000Z' },
      },
    );
  }
  await server.addAccount('lee');
});
afterEach(() => server.close());

const path = '/api/users/v1/patient/';
const facts = {
  first_name: 'Mia',
  last_name: 'Berg',
  dob: '1990-01-02',
  insurance_provider: 'Aetna',
  insurance_group_id: 'G-1',
  insurance_member_id: 'M-1',
  home_address_line1: '1 Elm St',
  country: 'US',
  home_state: 'CO',
  home_city: 'Denver',
  home_zipcode: '80202',
};

test('[C-566, C-567, C-311, C-316, C-318, C-291] a member saves and reads her own facts; user_info says that she has finished', async () => {
  const device = await server.signedIn('mia');
  const before = await (await device.call('GET', '/api/users/v1/user_info')).json();
  expect(before).toMatchObject({ signup_form_finished: false });
  const put = await device.call('PUT', path, facts);
  expect(put.status).toBe(200);
  expect(await put.json()).toMatchObject({ ...facts, signup_form_finished: true });
  expect(await (await device.call('GET', path)).json()).toMatchObject({ ...facts, signup_form_finished: true });
  const after = await (await device.call('GET', '/api/users/v1/user_info')).json();
  expect(after).toMatchObject({ signup_form_finished: true, first_name: 'Mia', last_name: 'Berg' });
});

test('[C-319] facts may stand under `member`; `changed: false` writes nothing', async () => {
  const device = await server.signedIn('mia');
  const same = await device.call('PUT', path, { member: { home_city: 'Boulder' }, changed: false });
  expect(await same.json()).not.toHaveProperty('home_city');
  const other = await device.call('PUT', path, { member: { home_city: 'Boulder' }, changed: true });
  expect(await other.json()).toMatchObject({ home_city: 'Boulder', signup_form_finished: false });
});

test('[C-475, C-317] what is not right is refused as the screens refuse it, and changes nothing', async () => {
  const device = await server.signedIn('mia');
  const young = await device.call('PUT', path, { ...facts, dob: '2020-01-01' });
  expect([young.status, ((await young.json()) as { detail: string }).detail]).toEqual([
    422,
    'Please fill out all of the required fields correctly',
  ]);
  expect((await device.call('PUT', path, { biography: 'x'.repeat(1025) })).status).toBe(422);
  expect((await device.call('PUT', path, { home_town: 'Denver' })).status).toBe(422);
  expect(await (await device.call('GET', path)).json()).not.toHaveProperty('dob');
});

test('somebody else’s facts are never answered; a professional has none; nobody is asked to sign in', async () => {
  const [mia, max, lee] = [await server.signedIn('mia'), await server.signedIn('max'), await server.signedIn('lee')];
  await mia.call('PUT', path, facts);
  expect(await (await max.call('GET', path)).json()).toMatchObject({ first_name: 'max' });
  expect((await lee.call('GET', path)).status).toBe(404);
  expect((await lee.call('PUT', path, { home_city: 'Denver' })).status).toBe(404);
  expect((await server.device().call('GET', path)).status).toBe(401);
});
