import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Json } from '../../sync/core/record.ts';
import { createProfessionalWorld } from '../testing/professional-world.ts';
import type { TestDevice } from '../testing/test-device.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;
let chart_id: string;
beforeEach(async () => {
  server = await createProfessionalWorld();
  ann = await server.signedIn('ann');
  const made = await ann.call('POST', '/api/users/v1/create_patient/', { first_name: 'Ada', last_name: 'Berg' });
  const { patient } = (await made.json()) as { patient: { patient_chart_id: string } };
  chart_id = patient.patient_chart_id;
});
afterEach(() => server.close());

const edit = (said: Json) => ({
  name: 'chart_person.edit',
  args: { chart_id, person_id: `${chart_id}.1`, ...(said as object) } as Json,
});

test('[CH-2] a quarrel over one fact takes nothing along that was written after it, and a second word on the same fact is one too', async () => {
  const other = await server.signedIn('ann');
  await other.push([other.seal({ ...edit({ phone_number: '222' }), base: { phone_number: '' } })]);
  const first = { ...edit({ phone_number: '111' }), base: { phone_number: '' }, uid: 'first-word' };
  const answer = await ann.push([
    ann.seal(first),
    ann.seal({ ...edit({ home_city: 'Denver' }), base: { home_city: '' }, after: ['first-word'] }),
    ann.seal({ ...edit({ phone_number: '112' }), base: { phone_number: 'first-word' }, after: ['first-word'] }),
    ann.seal({ name: 'chart.archive', args: { chart_id }, after: ['first-word'] }),
  ]);
  const results = answer.kind === 'ok' ? answer.results : [];
  expect(results.map(({ outcome, code }) => code ?? outcome)).toEqual([
    'changed_meanwhile',
    'applied',
    'changed_meanwhile',
    'applied',
  ]);
});
