import { afterEach, beforeEach, expect, test } from 'vitest';
import { call as storeCall } from '../store/port.ts';
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

const path = '/api/users/v1/create_patient/';
const call = async (device: TestDevice, body: unknown, headers = {}) => {
  const response = await device.call('POST', path, body, headers);
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> };
};
const charts = async (device: TestDevice) => {
  const answer = (await (await device.call('GET', '/api/users/v1/patient_chart/')).json()) as { entries: unknown[] };
  return answer.entries;
};
const signe = { first_name: 'Signe', last_name: 'Aalto', dob: '1991-03-09', email: '' };

test('[C-565, S-349] a client is made, flat or under `patient`, and stands among the charts of who made it, of nobody else', async () => {
  const made = await call(ann, signe);
  expect(made).toEqual({
    status: 201,
    body: {
      patient: {
        first_name: 'Signe',
        last_name: 'Aalto',
        dob: '1991-03-09',
        patient_user_id: expect.stringMatching(/^[\w-]{20,}$/) as unknown,
        patient_chart_id: expect.stringMatching(/^[\w-]{20,}$/) as unknown,
        patient_type: 'individual',
        client_status: 'active',
      },
    },
  });
  expect((await call(ann, { patient: { first_name: 'Ada', last_name: 'Berg' } })).status).toBe(201);
  expect(await charts(ann)).toMatchObject([
    { first_name: 'Signe', last_name: 'Aalto' },
    { first_name: 'Ada', last_name: 'Berg' },
  ]);
  expect(await charts(await server.signedIn('ben'))).toEqual([]);
});

test('[C-565] a client is where was said; where nothing was, where who made them is, and not where the practice is', async () => {
  const zoneOf = async (more: object) => {
    const { body } = await call(ann, { ...signe, ...more });
    const { patient_chart_id } = body['patient'] as { readonly patient_chart_id: string };
    const card = await server.store.read(() => storeCall('getRecord', 'client_card', patient_chart_id));
    return (card?.body as { readonly timezone?: string } | undefined)?.timezone;
  };
  expect(server.practiceZone).not.toBe('UTC');
  expect(await zoneOf({})).toBe('UTC');
  expect(await zoneOf({ timezone: 'America/Denver' })).toBe('America/Denver');
});

test('[C-565] a couple is one chart; asked twice under one key it is made once', async () => {
  const body = { patient: signe, partner: { first_name: 'Tor', last_name: 'Berg' } };
  const headers = { 'idempotency-key': 'couple-1' };
  const first = await call(ann, body, headers);
  expect(first.body['patient']).toMatchObject({ patient_type: 'couple' });
  expect((await call(ann, body, headers)).body).toEqual(first.body);
  // Said to live elsewhere it is another request.
  expect((await call(ann, { ...body, timezone: 'America/Denver' }, headers)).status).toBe(422);
  expect(await charts(ann)).toMatchObject([{ first_name: 'Signe and Tor', patient_type: 'couple' }]);
});

test('[C-565] what is missing or wrong is refused and makes nothing; a member makes none, nor does nobody', async () => {
  for (const body of [{}, { first_name: 'Ada' }, { ...signe, dob: 'yesterday' }, { ...signe, email: 'ada' }])
    expect((await call(ann, body)).status).toBe(422);
  expect(await charts(ann)).toEqual([]);
  expect((await call(await server.signedIn('max'), signe)).status).toBe(404);
  expect((await call(server.device(), signe)).status).toBe(401);
});
