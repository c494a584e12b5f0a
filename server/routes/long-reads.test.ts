import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../store/port.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let ann: TestDevice;

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
  await server.write(...smallPractice());
  ann = await server.signedIn('ann');
  await ann.push([ann.seal(editOf('a1', 'text'))]);
});
afterEach(() => server.close());

const reads = [
  '/api/users/v1/patient_chart/',
  '/api/scheduler/v1/snapshot/appointments_v2',
  '/api/notes_secure_data/v1/notes/data/data_info',
] as const;

/** The address of a calendar of hers. */
async function calendar(): Promise<string> {
  const body = { initials: false, password: server.keys.get('ann')?.auth ?? '' };
  const response = await ann.call('POST', '/api/scheduler/v1/calendar_feed', body);
  return v.parse(v.object({ path: v.string() }), await response.json()).path;
}

test('[AV-2] what is long to read is read for whom it is, so that it holds up nobody else', async () => {
  const { store } = server;
  const read = store.readInPieces.bind(store);
  const readFor: unknown[] = [];
  store.readInPieces = (plan, by) => {
    readFor.push(by);
    return read(plan, by);
  };
  for (const path of [...reads, `/api/sync/v1/pull?client=${ann.clientId}`, await calendar()]) {
    const response = await ann.call('GET', path);
    expect([path, response.status, readFor.splice(0)]).toEqual([path, 200, ['ann']]);
  }
});

test.each(reads)(
  '[TR-1] nobody reads %s without a trace of it: where none can be written it is not answered',
  async (path) => {
    expect((await ann.call('GET', path)).status).toBe(200);
    vi.spyOn(server.services.traces, 'note').mockRejectedValueOnce(new StoreUnavailable('write failed'));
    expect((await ann.call('GET', path)).status).toBe(503);
  },
);
