import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { chartScope } from '../../sync/collections/classes.ts';
import { call } from '../store/port.ts';
import { appointmentOf, editOf, membershipOf, professionalOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';
import { Touched } from '../sync/touched.ts';

interface Told {
  readonly type: string;
  readonly appointments?: readonly { readonly appointment_id: string }[];
}

/** An open socket and what came since it was last asked. */
interface Listener {
  readonly socket: WebSocket;
  readonly heard: Told[];
}

let server: TestServer;
let http: Server;
const open: WebSocket[] = [];

beforeEach(async () => {
  server = await TestServer.create();
  for (const sub of ['ann', 'ben', 'eve']) await server.addAccount(sub);
  await server.write(...smallPractice());
  http = createAdaptorServer({ fetch: server.app.fetch }) as Server;
  server.orchid.attachSocket(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await server.close();
  await new Promise((resolve) => http.close(resolve));
});

/** The socket of a device, which has been greeted. */
async function listen(device: TestDevice): Promise<Listener> {
  const cookie = [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { port } = http.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/api/instant_messaging/v1/ws`, { headers: { cookie } });
  open.push(socket);
  const heard: Told[] = [];
  await new Promise<void>((resolve) => {
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString('utf8')) as Told;
      if (frame.type === 'snapshot') resolve();
      else heard.push(frame);
    });
  });
  return { socket, heard };
}

/** What came since the last time, once everything that the server reads for sockets is told. */
async function heardBy({ socket, heard }: Listener): Promise<readonly Told[]> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  socket.send(JSON.stringify({ type: 'ping' }));
  await expect.poll(() => heard.at(-1)?.type).toBe('pong');
  return heard.splice(0).slice(0, -1);
}

/** A session of Ann's chart with her, booked for ten in the morning of a day. */
const bookOn = (date: string) => ({
  name: 'appointment.book',
  args: {
    chart_id: 'c1',
    clinician: 'ann',
    appointment_type_label: 'Individual session',
    local_start: `${date}T10:00`,
    zone: 'UTC',
    minutes: 50,
    start: `${date}T10:00:00.000Z`,
    place: 'office_location',
  },
  ids: ['x'],
});

describe('what the socket tells of sessions', () => {
  const ben = (change: Parameters<typeof membershipOf>[3] = {}) =>
    membershipOf(chartScope('c1'), 'ben', 'supervisor', { access: 'delegated', ...change });
  const changed = (id: string, modify_datetime: string) => appointmentOf('c1', id, { modify_datetime });
  const poke = (sub: string) => {
    const touched = new Touched();
    touched.add(sub, 'appointment');
    server.services.hub.poke(touched);
  };

  test('[C-342] a booking is told to every socket of whoever reads it, with its start and its time of change, and to nobody else', async () => {
    await server.write(professionalOf('ann', 'Dr. Ann'));
    // Ben is of the practice and not of the chart; Eve is a stranger.
    const others = [await listen(await server.signedIn('ben')), await listen(await server.signedIn('eve'))];
    const device = await server.signedIn('ann');
    const [own, more] = [await listen(device), await listen(await server.signedIn('ann'))];
    const now = new Date(server.clock.now()).toISOString();
    await device.push([device.seal(bookOn('2026-11-27'))]);
    const [booked] = await server.store.read(() =>
      call('rangeRecords', { collection: 'appointment', index: 'start', from: '2026-11-27', to: '2026-11-28' }),
    );
    const event = {
      type: 'appointment',
      appointments: [
        { appointment_id: booked?.id, appointment_start: '2026-11-27T10:00:00.000Z', modify_datetime: now },
      ],
    };
    expect(await heardBy(more)).toEqual([{ type: 'poke' }, event]);
    // The sign-in that wrote is not poked.
    expect(await heardBy(own)).toEqual([event]);
    for (const listener of others)
      expect((await heardBy(listener)).filter(({ type }) => type === 'appointment')).toEqual([]);
    // What was told is not told again with a change of something else.
    await device.push([device.seal(editOf('a1', 'text'))]);
    expect([await heardBy(more), await heardBy(own)]).toEqual([[{ type: 'poke' }], []]);
    // The next booking is, however much was written between.
    // More rows of the log than are read at once.
    await server.write(...Array.from({ length: 120 }, (_, index) => professionalOf(`pro-${index}`, 'Dr. Other')));
    await device.push([device.seal({ ...bookOn('2026-11-28'), ids: ['y'] })]);
    const next = [{ appointment_start: '2026-11-28T10:00:00.000Z' }];
    expect(await heardBy(own)).toMatchObject([{ type: 'appointment', appointments: next }]);
  });

  test('[C-342] whose access ended before it was told, and whose sign-in did, hears of none', async () => {
    await server.write(ben());
    const device = await server.signedIn('ben');
    const listener = await listen(device);
    await server.write(changed('a2', '2026-11-20T11:00:00.000Z'));
    poke('ben');
    expect(await heardBy(listener)).toMatchObject([{ type: 'poke' }, { appointments: [{ appointment_id: 'a2' }] }]);
    await server.write(changed('a3', '2026-11-20T12:00:00.000Z'));
    await server.write(ben({ ended: '2026-11-20T12:00:00.000Z' }));
    poke('ben');
    expect(await heardBy(listener)).toEqual([{ type: 'poke' }]);
    // A role that stays, which reads the bill alone, beside one that ends.
    await server.write(membershipOf(chartScope('c1'), 'ben', 'biller'), ben());
    poke('ben');
    await heardBy(listener);
    await server.write(ben({ ended: '2026-11-20T12:30:00.000Z' }));
    poke('ben');
    expect(await heardBy(listener)).toEqual([{ type: 'poke' }]);
    await server.write(ben());
    poke('ben');
    await heardBy(listener);
    await device.call('POST', '/api/login/v1/logout', {});
    await server.write(changed('a4', '2026-11-20T13:00:00.000Z'));
    poke('ben');
    expect(await heardBy(listener)).toEqual([{ type: 'poke' }]);
  });

  test('[C-342] what could not be read once is left to the page, and is not read again with each commit', async () => {
    const listener = await listen(await server.signedIn('ann'));
    await server.write(changed('a2', '2026-11-20T11:00:00.000Z'));
    vi.spyOn(server.store, 'read').mockRejectedValueOnce(new Error('the store is busy'));
    poke('ann');
    expect(await heardBy(listener)).toEqual([{ type: 'poke' }]);
    await server.write(changed('a3', '2026-11-20T12:00:00.000Z'));
    poke('ann');
    const told = await heardBy(listener);
    expect(told.flatMap(({ appointments = [] }) => appointments)).toMatchObject([{ appointment_id: 'a3' }]);
    vi.restoreAllMocks();
  });

  test('once all is told nothing is read until the next commit', async () => {
    const listener = await listen(await server.signedIn('ann'));
    await server.write(changed('a2', '2026-11-20T11:00:00.000Z'));
    poke('ann');
    await heardBy(listener);
    const read = vi.spyOn(server.store, 'read');
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(read).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  test('[C-342] of more than 256 those that were changed last are told, in one event', async () => {
    const listener = await listen(await server.signedIn('ann'));
    const at = (index: number) => new Date(Date.UTC(2026, 10, 20, 9, 0, index)).toISOString();
    // The last that is written was not changed last.
    const many = Array.from({ length: 300 }, (_, index) => changed(`m${299 - index}`, at(299 - index)));
    await server.write(...many);
    poke('ann');
    const [, told, ...rest] = await heardBy(listener);
    expect(rest).toEqual([]);
    const ids = told?.appointments?.map(({ appointment_id }) => appointment_id);
    expect(ids).toEqual(Array.from({ length: 256 }, (_, index) => `m${299 - index}`));
  });
});
