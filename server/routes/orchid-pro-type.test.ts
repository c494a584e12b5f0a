import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProfessionalWorld } from '../testing/professional-world.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;
beforeEach(async () => {
  server = await createProfessionalWorld();
  ann = await server.signedIn('ann');
});
afterEach(() => server.close());

const path = '/api/users/v1/orchid_pro_type/';
const call = async (device: TestDevice, method: string, url: string, body?: unknown, headers = {}) => {
  const response = await device.call(method, url, body, headers);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const none = { specialty: '', sub_specialty: '' };
const neurology = { specialty: 'Neurology', sub_specialty: 'Epilepsy' };

test('[C-573, S-171, S-172] a type record is made, of a therapist where nothing is said, and stands in her own answer', async () => {
  const made = await call(ann, 'POST', `${path}create`, {});
  expect(made).toEqual({
    status: 201,
    body: {
      orchid_pro_type_id: expect.stringMatching(/./) as unknown,
      orchid_pro_user_id: 'ann',
      create_datetime: '2026-11-24T14:00:00.000Z',
      modify_datetime: '2026-11-24T14:00:00.000Z',
      marked_deleted_datetime: null,
      orchid_pro_type: { type: 'therapist', specialty: none },
    },
  });
  const own = await call(ann, 'GET', '/api/users/v1/orchid_pro/');
  expect(own.body['orchid_pro_types']).toEqual([made.body]);
});

test('[C-574, S-172] a type record changes, flat or as it is answered; a part that is not said stays', async () => {
  const { body: made } = await call(ann, 'POST', `${path}create`, { type: 'psychologist' });
  const url = `${path}${String(made['orchid_pro_type_id'])}`;
  server.clock.pass(60_000);
  const physician = { type: 'physician', specialty: neurology };
  const changed = await call(ann, 'PUT', url, { ...made, orchid_pro_type: physician });
  const after = { ...made, modify_datetime: '2026-11-24T14:01:00.000Z', orchid_pro_type: physician };
  expect(changed).toEqual({ status: 200, body: after });
  const specialty = { specialty: 'Psychiatry' };
  const flat = await call(ann, 'PUT', url, { specialty });
  expect(flat.body['orchid_pro_type']).toEqual({ type: 'physician', specialty: { ...none, ...specialty } });
  expect((await call(ann, 'PUT', url, { type: 'physician' })).body).toEqual(flat.body);
  expect((await call(ann, 'PUT', url, {})).body).toEqual(flat.body);
  const other = await call(ann, 'PUT', url, { type: 'social worker' });
  expect(other.body['orchid_pro_type']).toEqual({ type: 'social worker', specialty: none });
});

test('[S-297] a physician without a specialty and a profession that is none are refused', async () => {
  for (const body of [{ type: 'physician' }, { type: 'surgeon' }, { type: 'therapist', specialty: neurology }])
    expect((await call(ann, 'POST', `${path}create`, body)).status).toBe(422);
});

test('[C-574] somebody else’s id answers as a missing one; a member has none; nobody is asked to sign in', async () => {
  const { body: made } = await call(ann, 'POST', `${path}create`, {});
  const url = `${path}${String(made['orchid_pro_type_id'])}`;
  const [ben, max] = [await server.signedIn('ben'), await server.signedIn('max')];
  const foreign = await call(ben, 'PUT', url, { type: 'psychologist' });
  expect(foreign.status).toBe(404);
  for (const id of ['t9', '%00', 'a'.repeat(200)])
    expect(await call(ben, 'PUT', `${path}${id}`, { type: 'psychologist' })).toEqual(foreign);
  expect((await call(max, 'POST', `${path}create`, {})).status).toBe(404);
  expect((await call(server.device(), 'POST', `${path}create`, {})).status).toBe(401);
  const own = await call(ann, 'GET', '/api/users/v1/orchid_pro/');
  expect(own.body['orchid_pro_types']).toEqual([made]);
});

test('asked twice with one key, one type record is made', async () => {
  const key = { 'idempotency-key': 'k-1' };
  const first = await call(ann, 'POST', `${path}create`, {}, key);
  expect(await call(ann, 'POST', `${path}create`, {}, key)).toEqual(first);
  const own = await call(ann, 'GET', '/api/users/v1/orchid_pro/');
  expect(own.body['orchid_pro_types']).toEqual([first.body]);
});

test('[C-574] a key is of one type record: for another one nothing is changed, and nobody is told that it was', async () => {
  const [one, other] = [await call(ann, 'POST', `${path}create`, {}), await call(ann, 'POST', `${path}create`, {})];
  const urls = [one, other].map(({ body }) => `${path}${String(body['orchid_pro_type_id'])}`);
  const key = { 'idempotency-key': 'k-1' };
  const said = { type: 'psychologist' };
  expect((await call(ann, 'PUT', urls[0] ?? '', said, key)).status).toBe(200);
  expect((await call(ann, 'PUT', urls[1] ?? '', said, key)).status).toBe(422);
  const own = await call(ann, 'GET', '/api/users/v1/orchid_pro/');
  expect(own.body['orchid_pro_types']).toContainEqual(other.body);
});
