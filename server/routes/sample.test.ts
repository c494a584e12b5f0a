import { afterEach, beforeEach, expect, test } from 'vitest';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { chartScope } from '../../sync/collections/classes.ts';
import { sampleIdsOf } from '../../sync/collections/sample.ts';
import type { Json } from '../../sync/core/record.ts';
import { call } from '../store/port.ts';
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

const ids = sampleIdsOf('ann');
const asked = async <T>(device: TestDevice, path: string): Promise<T> =>
  (await (await device.call('GET', path)).json()) as T;
const charts = async (device: TestDevice) =>
  (await asked<{ entries: { patient_chart_id: string }[] }>(device, '/api/users/v1/patient_chart/')).entries;
const sessions = async (device: TestDevice) =>
  (
    await asked<{ appointments: { appointment_id: string; appointment_start: string; appointment_end: string }[] }>(
      device,
      '/api/scheduler/v1/snapshot/appointments_v2',
    )
  ).appointments;
const notes = (device: TestDevice) =>
  asked<{ title: string; appointment_id: string; data: Record<string, Json> }[]>(
    device,
    '/api/notes_secure_data/v1/notes/data/data_info',
  );
async function change(device: TestDevice, name: string, args: Json = {}) {
  const answer = await device.push([device.seal({ name, args })]);
  return answer.kind === 'ok' ? answer.results[0] : answer;
}
const seed = (device: TestDevice) =>
  change(device, 'sample.seed', { note_schema_id: 'soap-note', note_schema_revision: 1 });

test('[S-250][S-251][S-252][S-253][S-254] after Finish a program finds one client, three sessions of 25 minutes and two notes, of nobody else', async () => {
  await seed(ann);
  await seed(ann);
  expect(await charts(ann)).toMatchObject([{ patient_chart_id: ids.chart }]);
  // The 24th of November, in UTC.
  const times = (await sessions(ann)).map((one) => `${one.appointment_start} ${one.appointment_end}`);
  expect(times.toSorted()).toEqual([
    '2026-11-22T09:00:00.000Z 2026-11-22T09:25:00.000Z',
    '2026-11-23T11:00:00.000Z 2026-11-23T11:25:00.000Z',
    '2026-11-25T11:00:00.000Z 2026-11-25T11:25:00.000Z',
  ]);
  const written = await notes(ann);
  expect(written.map(({ title }) => title)).toEqual(['SOAP Note', 'SOAP Note']);
  expect(written.map(({ appointment_id }) => appointment_id).toSorted()).toEqual(ids.sessions.slice(0, 2).toSorted());
  const ben = await server.signedIn('ben');
  expect([await charts(ben), await sessions(ben), await notes(ben)]).toEqual([[], [], []]);
  expect(
    await change(await server.signedIn('max'), 'sample.seed', { note_schema_id: 'soap-note', note_schema_revision: 1 }),
  ).toMatchObject({
    outcome: 'rejected',
  });
});

/** After so long somebody signs in anew. */
async function daysPass(days: number): Promise<void> {
  server.clock.pass(days * 24 * 3_600_000);
  await server.orchid.settle();
  ann = await server.signedIn('ann');
}

test('[SD-2] put away it is in no answer; brought back it is as before; after 30 days it is nobody’s', async () => {
  await seed(ann);
  const before = [await charts(ann), await sessions(ann), await notes(ann)];
  await change(ann, 'sample.remove');
  expect([await charts(ann), await sessions(ann), await notes(ann)]).toEqual([[], [], []]);
  await daysPass(29);
  await change(ann, 'sample.bring_back');
  const sameBut = (all: readonly unknown[]) =>
    JSON.stringify(all).replaceAll(/"(modify_datetime|note_revision)":("[^"]*"|\d+)/g, '');
  expect(sameBut([await charts(ann), await sessions(ann), await notes(ann)])).toBe(sameBut(before));
  // Brought back, it stays.
  await daysPass(5);
  expect(await charts(ann)).toHaveLength(1);
  const roles = () => server.store.read(() => call('rolesIn', 'ann', chartScope(ids.chart)));
  await change(ann, 'sample.remove');
  server.clock.pass(30 * 24 * 3_600_000 - 1);
  await server.orchid.settle();
  expect(await roles()).toEqual(['treating']);
  server.clock.pass(1);
  await server.orchid.settle();
  expect(await roles()).toEqual([]);
  ann = await server.signedIn('ann');
  expect(await change(ann, 'sample.bring_back')).toMatchObject({ outcome: 'rejected', code: 'not_found' });
  // Sealed, as long as charts are kept.
  expect(await server.store.read(() => call('getRecord', 'note', noteIdOf(ids.sessions[0])))).toBeDefined();
});
