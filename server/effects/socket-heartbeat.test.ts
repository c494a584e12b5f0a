import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { heartbeatMs } from '../../sync/protocol/socket-message.ts';
import { StoreUnavailable } from '../store/port.ts';
import { editOf, smallPractice } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let http: Server;
const open: WebSocket[] = [];

beforeEach(async () => {
  server = await TestServer.create();
  await server.addAccount('ann');
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

/** A socket that has been greeted. */
async function connect(device: TestDevice, options: WebSocket.ClientOptions = {}): Promise<WebSocket> {
  const cookie = [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { port } = http.address() as AddressInfo;
  const at = `ws://127.0.0.1:${port}/api/instant_messaging/v1/ws`;
  const socket = new WebSocket(at, { ...options, headers: { cookie } });
  open.push(socket);
  await once(socket, 'message');
  return socket;
}

/** Lets time pass up to the next heartbeat, and the server hear of its answer: frames are taken in their order. */
async function beat(socket: WebSocket): Promise<void> {
  const asked = once(socket, 'ping');
  server.clock.pass(heartbeatMs);
  await asked;
  const answered = once(socket, 'pong');
  socket.ping();
  await answered;
}

const wordOf = async (socket: WebSocket): Promise<unknown> => {
  const [data] = (await once(socket, 'message')) as [Buffer];
  return JSON.parse(data.toString('utf8'));
};

describe('a socket', () => {
  test('that answers heartbeats stays open, also where it says nothing by itself', async () => {
    const socket = await connect(await server.signedIn('ann'));
    for (let turn = 0; turn < 6; turn += 1) await beat(socket);
    expect(socket.readyState).toBe(WebSocket.OPEN);
  });

  test('that answers none is given up after 35 seconds', async () => {
    const socket = await connect(await server.signedIn('ann'), { autoPong: false });
    const closed = once(socket, 'close');
    await beat(socket);
    await beat(socket);
    expect(socket.readyState).toBe(WebSocket.OPEN);
    server.clock.pass(heartbeatMs);
    const [code] = (await closed) as [number];
    expect(code).toBe(1006);
  });

  test('whose session could not be asked about stays open, and is asked about again', async () => {
    const device = await server.signedIn('ann');
    const socket = await connect(device);
    const { store } = server;
    const read = store.read.bind(store);
    store.read = () => Promise.reject(new StoreUnavailable('busy'));
    for (let turn = 0; turn < 4; turn += 1) await beat(socket);
    store.read = read;
    expect(socket.readyState).toBe(WebSocket.OPEN);
    await device.call('POST', '/api/login/v1/logout', {});
    for (let turn = 0; turn < 3; turn += 1) await beat(socket);
    const word = wordOf(socket);
    server.clock.pass(heartbeatMs);
    expect(await word).toEqual({ type: 'signed_out' });
  });

  test('[SE-2] goes on from where its own outbox stands, wherever another one of the same sign-in was answered to', async () => {
    const [writer, other] = [await server.signedIn('ann'), await server.signedIn('ann')];
    const { cursor } = await other.pullAll();
    const socket = await connect(other);
    socket.send(JSON.stringify({ type: 'follow', client: other.clientId, cursor }));
    socket.send(JSON.stringify({ type: 'ping' }));
    await wordOf(socket);
    const by = { principal: 'ann', familyId: other.session };
    server.services.hub.moveTo(by, { clientId: writer.clientId, cursor: 'elsewhere' });
    const word = wordOf(socket);
    await writer.push([writer.seal(editOf('a1', 'text'))]);
    expect(await word).toMatchObject({ type: 'page', client: other.clientId });
  });

  test('that is open when the server stops is ended: nothing keeps the process', async () => {
    const socket = await connect(await server.signedIn('ann'));
    const closed = once(socket, 'close');
    server.orchid.close();
    await closed;
    expect(server.services.hub.count()).toBe(0);
  });
});
