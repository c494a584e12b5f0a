import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../sync/core/record.ts';
import { createProfessionalWorld } from '../testing/professional-world.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await createProfessionalWorld();
});
afterEach(() => server.close());

const path = '/api/scheduler/v1/appointment_types/';
const get = async (device: TestDevice, url = path) => {
  const response = await device.call('GET', url);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const save = async (device: TestDevice, said: Json) => {
  const args = { practice_id: 'p1', ...(said as object) };
  const answer = await device.push([device.seal({ name: 'appointment_type.save', args })]);
  expect(answer).toMatchObject({ kind: 'ok', results: [{ outcome: 'applied' }] });
};
const talk = { label: 'Talk', price_cents: 9000, minutes: 50, kind: 'regular' };
const first = { label: 'First talk', price_cents: 0, minutes: 25, kind: 'free introduction' };

test('[S-341][S-151][S-003] a list of what is offered in the practice, by label, with prices; what is removed is not in it', async () => {
  const ann = await server.signedIn('ann');
  const ben = await server.signedIn('ben');
  expect(await get(ann)).toEqual({ status: 200, body: { appointment_types: [] } });
  await save(ann, talk);
  await save(ben, first);
  const { body } = await get(ben);
  expect(body).toEqual({
    appointment_types: [
      { ...typeOf(first), orchid_pro_user_id: 'ben' },
      { ...typeOf(talk), orchid_pro_user_id: 'ann' },
    ],
  });
  const [, made] = body['appointment_types'] as { appointment_type_id: string }[];
  const id = made?.appointment_type_id ?? '';
  await save(ann, { appointment_type_id: id, price_cents: 9500 });
  expect((await get(ben, `${path}${id}`)).body).toMatchObject({ label: 'Talk', price: 9500 });
  await save(ann, { appointment_type_id: id, removed: true });
  expect((await get(ann)).body['appointment_types']).toHaveLength(1);
  expect((await get(ann, `${path}${id}`)).status).toBe(404);
});

test('[S-342] one by its id; a foreign one is answered as one that never was', async () => {
  const ann = await server.signedIn('ann');
  await save(ann, talk);
  const [made] = (await get(ann)).body['appointment_types'] as { appointment_type_id: string }[];
  const url = `${path}${made?.appointment_type_id ?? ''}`;
  expect(await get(ann, url)).toEqual({ status: 200, body: { ...typeOf(talk), orchid_pro_user_id: 'ann' } });
  const none = await get(ann, `${path}never`);
  expect(none.status).toBe(404);
  for (const sub of ['eve', 'max']) {
    const other = await server.signedIn(sub);
    expect(await get(other, url), sub).toEqual(none);
    expect((await get(other)).body, sub).toEqual({ appointment_types: [] });
  }
  expect((await get(ann, `${path}${'x'.repeat(81)}`)).status).toBe(404);
});

function typeOf({ label, price_cents, minutes, kind }: typeof talk) {
  return {
    appointment_type_id: expect.stringMatching(/^[\w-]{24}$/) as unknown,
    label,
    price: price_cents,
    minutes,
    kind,
    modify_datetime: expect.any(String) as unknown,
  };
}
