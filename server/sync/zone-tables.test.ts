import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { call } from '../store/port.ts';
import { derivedIds } from '../../sync/core/derived-ids.ts';
import { registry } from '../../sync/collections/index.ts';
import { createTxContext } from './tx-context.ts';
import { noteZoneTable } from './derive-anew.ts';
import { appointmentOf, professionalOf, smallPractice } from '../testing/builders.ts';
import { TestServer } from '../testing/test-server.ts';

const open: TestServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});
async function serverOf(): Promise<TestServer> {
  const server = await TestServer.create();
  open.push(server);
  await server.addAccount('ann');
  await server.write(...smallPractice(), professionalOf('ann', 'Dr. Ann'));
  return server;
}

const book = (start: string, more: Record<string, unknown> = {}) => ({
  name: 'appointment.book',
  uid: 'book-1',
  args: {
    chart_id: 'c1',
    clinician: 'ann',
    appointment_type_label: 'Individual session',
    local_start: '2027-06-01T08:00',
    zone: 'America/New_York',
    minutes: 50,
    start,
    place: 'outside',
    ...more,
  },
});

describe('[TZ-1] two tables of time zones', () => {
  test('what the device derived is an argument: the server’s derivation is stored, and comes back as everybody’s', async () => {
    const server = await serverOf();
    const device = await server.signedIn('ann');
    // As if New York had given up summer time, which this server has not heard of.
    const answer = await device.push([device.seal(book('2027-06-01T13:00:00.000Z'))]);
    expect(answer).toMatchObject({ kind: 'ok', results: [{ outcome: 'applied' }] });
    await device.pullAll();
    const [id = ''] = derivedIds('ann', 'book-1', 1);
    expect(device.find('appointment', id)?.b).toMatchObject({
      local_start: '2027-06-01T08:00',
      start: '2027-06-01T12:00:00.000Z',
      end: '2027-06-01T12:50:00.000Z',
    });
    expect(device.find('busy_time', `busy.${id}`)?.b).toMatchObject({ start: '2027-06-01T12:00:00.000Z' });
    expect(device.sums()).toEqual((await (await server.signedIn('ann')).pullAll()).sums);
    // Asked for where it really is.
    const again = { ...book('2027-06-01T12:49:00.000Z', { local_start: '2027-06-01T08:49' }), uid: 'book-2' };
    expect(await device.push([device.seal(again)])).toMatchObject({
      results: [{ code: 'conflicting_session' }],
    });
  });

  test.each([
    ['another time than was meant', { local_start: '2027-06-03T08:00' }],
    ['a zone that is none', { zone: 'Nowhere/At_All' }],
    ['a date that is none', { local_start: '2027-02-30T08:00' }],
  ])('%s is refused', async (_what, more) => {
    const server = await serverOf();
    const device = await server.signedIn('ann');
    const answer = await device.push([device.seal(book('2027-06-01T12:00:00.000Z', more))]);
    expect(answer).toMatchObject({ results: [{ outcome: 'rejected', code: 'invalid_arguments' }] });
  });

  test('a new table derives what is to come anew, once, and leaves what has passed', async () => {
    const server = await serverOf();
    const off = { local_start: '2026-12-01T08:00', start: '2026-12-01T12:00:00.000Z', end: '2026-12-01T12:50:00.000Z' };
    const past = {
      local_start: '2026-01-07T08:00',
      start: '2026-01-07T12:00:00.000Z',
      end: '2026-01-07T12:50:00.000Z',
    };
    const many = Array.from({ length: 250 }, (_, index) => appointmentOf('c1', `m${index}`, off));
    await server.write(...many, appointmentOf('c1', 'past', past), appointmentOf('c1', 'right', {}));
    const device = await server.signedIn('ann');
    const start = async (id: string) => {
      await device.pullAll();
      return (device.find('appointment', id)?.b as { start: string } | undefined)?.start;
    };
    const note = (table: string) =>
      server.store.write(() => noteZoneTable(createTxContext(registry, server.clock.now()), table));
    await note('2030a');
    await server.orchid.settle();
    for (const id of ['m0', 'm125', 'm249']) expect(await start(id)).toBe('2026-12-01T13:00:00.000Z');
    expect(await start('past')).toBe(past.start);
    const versions = () => device.all('appointment').map(({ v: version }) => version);
    expect(versions().filter((version) => version === 2)).toHaveLength(250);
    expect(versions().filter((version) => version === 1)).toHaveLength(3);
    await note('2030a');
    await note('2030b');
    await server.orchid.settle();
    await device.pullAll();
    expect(versions().filter((version) => version > 2)).toEqual([]);
  });
});

describe('[TZ-1] a server that starts', () => {
  const off = { local_start: '2026-12-01T08:00', start: '2026-12-01T12:00:00.000Z', end: '2026-12-01T12:50:00.000Z' };

  test('with another table than the last time derives anew by itself', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'orchid-tables-'));
    const before = await TestServer.create({ dataDir, zoneTable: '2030a' });
    await before.write(...smallPractice(), appointmentOf('c1', 'b1', off));
    await before.close();
    const after = await TestServer.create({ dataDir, zoneTable: '2030b' });
    open.push(after);
    await after.orchid.settle();
    const record = await after.store.read(() => call('getRecord', 'appointment', 'b1'));
    expect(record).toMatchObject({ version: 2, body: { start: '2026-12-01T13:00:00.000Z' } });
    rmSync(dataDir, { recursive: true, force: true });
  });
});
