import type { Server } from 'node:http';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { maxPageBytes } from '../../sync/protocol/socket-message.ts';
import { editOf, smallPractice, talkMember } from '../testing/builders.ts';
import type { TestDevice } from '../testing/test-device.ts';
import { TestServer } from '../testing/test-server.ts';

const path = '/api/instant_messaging/v1/ws';
let server: TestServer;
let http: Server;
let origin: string;
const open: Listener[] = [];

let narrow: NonNullable<Parameters<typeof TestServer.create>[0]>['allowances'];

beforeEach(async () => {
  narrow = {};
  await begin();
});
afterEach(() => end());

async function reopen(): Promise<void> {
  await end();
  await begin();
}

async function begin(): Promise<void> {
  server = await TestServer.create({ allowances: narrow ?? {} });
  for (const sub of ['ann', 'ben', 'eve']) await server.addAccount(sub);
  await server.write(...smallPractice(), talkMember('t1', 'ann'), talkMember('t1', 'ben'));
  http = createAdaptorServer({ fetch: server.app.fetch }) as Server;
  server.orchid.attachSocket(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  origin = `127.0.0.1:${(http.address() as AddressInfo).port}`;
}

async function end(): Promise<void> {
  for (const listener of open.splice(0)) listener.socket.terminate();
  await server.close();
  await new Promise((resolve) => http.close(resolve));
}

/** A socket whose frames can be awaited one by one. */
class Listener {
  readonly socket: WebSocket;
  readonly #frames: unknown[] = [];
  #wake = (): void => undefined;
  readonly closed: Promise<number>;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => {
      this.#frames.push(JSON.parse(data.toString('utf8')));
      this.#wake();
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', resolve);
      socket.on('error', () => resolve(0));
    });
    open.push(this);
  }

  async next(): Promise<unknown> {
    while (this.#frames.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#frames.shift();
  }
}

function connect(device: TestDevice, headers: Record<string, string> = {}): Listener {
  const cookie = [...device.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return new Listener(new WebSocket(`ws://${origin}${path}`, { headers: { cookie, ...headers } }));
}

/** One more device of an account, whose socket has said where it stands. */
async function following(sub: string) {
  const other = await server.signedIn(sub);
  const { cursor } = await other.pullAll();
  const ann = connect(other);
  await ann.next();
  ann.socket.send(JSON.stringify({ type: 'follow', client: other.clientId, cursor }));
  // Its answer says that the place is known.
  ann.socket.send(JSON.stringify({ type: 'ping' }));
  await ann.next();
  return { other, cursor, ann };
}

describe('socket', () => {
  test('[C-339] greets with a snapshot; partners hear of join and leave, others do not', async () => {
    const ann = connect(await server.signedIn('ann'));
    expect(await ann.next()).toEqual({ type: 'snapshot', online_partners: [] });
    const eve = connect(await server.signedIn('eve'));
    expect(await eve.next()).toEqual({ type: 'snapshot', online_partners: [] });
    const ben = connect(await server.signedIn('ben'));
    expect(await ben.next()).toEqual({ type: 'snapshot', online_partners: ['ann'] });
    expect(await ann.next()).toEqual({ type: 'join', partner: 'ben' });
    ben.socket.close();
    expect(await ann.next()).toEqual({ type: 'leave', partner: 'ben' });
  });

  test('a commit pokes whoever sees something new, without saying what', async () => {
    const device = await server.signedIn('ann');
    const ann = connect(await server.signedIn('ann'));
    await ann.next();
    await device.push([device.seal(editOf('a1', 'text'))]);
    expect(await ann.next()).toEqual({ type: 'poke' });
  });

  test('who pushes is not poked for it: its own pull follows the answer', async () => {
    const device = await server.signedIn('ann');
    const other = await server.signedIn('ann');
    const own = connect(device);
    await own.next();
    await device.push([device.seal(editOf('a1', 'text'))]);
    await other.push([other.seal(editOf('a1', 'other text'))]);
    own.socket.send(JSON.stringify({ type: 'ping' }));
    expect([await own.next(), await own.next()]).toEqual([{ type: 'poke' }, { type: 'pong' }]);
  });

  test('[SE-2] a device that said where it stands gets the page itself, once for each time it says so', async () => {
    const device = await server.signedIn('ann');
    const { ann } = await following('ann');
    await device.push([device.seal(editOf('a1', 'text'))]);
    const page = (await ann.next()) as { readonly type: string; readonly lines: readonly string[] };
    expect(page.type).toBe('page');
    const lines = page.lines.map((line) => JSON.parse(line) as { kind: string; c?: string });
    expect(lines.map(({ kind, c }) => c ?? kind)).toEqual(['begin', 'note', 'end']);
    await device.push([device.seal(editOf('a1', 'more'))]);
    expect(await ann.next()).toEqual({ type: 'poke' });
  });

  test('[SE-2] what answers a push goes on to where its page ends, without another word of the device', async () => {
    const device = await server.signedIn('ann');
    const { other, cursor, ann } = await following('ann');
    const rows = [other.seal(editOf('a1', 'asked'), 1)];
    const push = { protocol: 2, clientId: other.clientId, highest: 1, rows, at: { cursor, confirmed: 0 } };
    const answered = await other.call('POST', '/api/sync/v1/push', push);
    const { page } = (await answered.json()) as { readonly page: readonly string[] };
    const end = JSON.parse(page.at(-1) ?? '') as { readonly cursor: string };
    await device.push([device.seal(editOf('a1', 'answer'))]);
    expect(await ann.next()).toMatchObject({ type: 'page', client: other.clientId, cursor: end.cursor });
    expect(end.cursor).not.toBe(cursor);
  });

  test('[SE-2] where the page could not be read for it, a device is told all the same: it asks for itself', async () => {
    const device = await server.signedIn('ann');
    const { ann } = await following('ann');
    const { store } = server;
    const [read, write] = [store.read.bind(store), store.write.bind(store)];
    let isBusy = false;
    vi.spyOn(store, 'read').mockImplementation((plan) =>
      isBusy ? Promise.reject(new Error('the store is busy')) : read(plan),
    );
    vi.spyOn(store, 'write').mockImplementation((plan) => write(plan).finally(() => (isBusy = true)));
    await device.push([device.seal(editOf('a1', 'text'))]).catch(() => undefined);
    expect(await ann.next()).toEqual({ type: 'poke' });
    vi.restoreAllMocks();
  });

  test('[SE-2] what is long is left to a pull', async () => {
    const device = await server.signedIn('ann');
    const { ann } = await following('ann');
    await device.push([device.seal(editOf('a1', 'long '.repeat(14_000)))]);
    expect(await ann.next()).toEqual({ type: 'poke' });
  });

  test('[SE-2] a body that would fit is left to a pull where all lines together would not', async () => {
    const device = await server.signedIn('ann');
    /** What the socket of another device brings of this note, whose body it weighs. */
    const brought = async (text: string) => {
      const { other, ann } = await following('ann');
      await device.push([device.seal(editOf('a1', text))]);
      const event = (await ann.next()) as { readonly type: string };
      const { lines } = await other.pullPage();
      const bodies = lines.map((line) => ('b' in line ? Buffer.byteLength(JSON.stringify(line.b)) : 0));
      return { type: event.type, bytes: Math.max(...bodies) };
    };
    const short = await brought('x');
    // Less than the frame of a page and of a row takes.
    const long = await brought('x'.repeat(maxPageBytes - short.bytes - 200));
    expect(long.type).toBe('poke');
    expect(long.bytes).toBeLessThan(maxPageBytes);
  });

  test('[SE-2] long is said of bytes, and of all lines together', async () => {
    const device = await server.signedIn('ann');
    const { ann } = await following('ann');
    // Characters of two bytes: by their count it would go.
    await device.push([device.seal(editOf('a1', 'é'.repeat(maxPageBytes / 2)))]);
    expect(await ann.next()).toEqual({ type: 'poke' });
  });

  test('[SE-2] a socket brings nothing to a device whose session has ended', async () => {
    const device = await server.signedIn('ann');
    const { other, ann } = await following('ann');
    await other.call('POST', '/api/login/v1/logout', {});
    await device.push([device.seal(editOf('a1', 'text'))]);
    expect(await ann.next()).toEqual({ type: 'signed_out' });
    expect(await ann.closed).toBe(4401);
  });

  test('[SE-2] one sign-in keeps so many sockets and no more: the oldest makes room', async () => {
    const device = await server.signedIn('ann');
    const first = connect(device);
    await first.next();
    for (let count = 0; count < 8; count += 1) await connect(device).next();
    expect(await first.closed).toBe(1013);
  });

  test('answers ping with pong', async () => {
    const ann = connect(await server.signedIn('ann'));
    await ann.next();
    ann.socket.send(JSON.stringify({ type: 'ping' }));
    expect(await ann.next()).toEqual({ type: 'pong' });
  });

  test.each(['not json', '{"type":"other"}'])('closes on what it does not understand: %s', async (frame) => {
    const ann = connect(await server.signedIn('ann'));
    await ann.next();
    ann.socket.send(frame);
    expect(await ann.closed).toBe(1003);
  });

  test('[AV-1] a message longer than any of ours closes the socket, and so do more of them than work makes', async () => {
    const ann = await server.signedIn('ann');
    const long = connect(ann);
    await long.next();
    long.socket.send(JSON.stringify({ type: 'ping', more: 'x'.repeat(5000) }));
    expect(await long.closed).toBe(1009);
    narrow = { message: { burst: 5, perSecond: 1 } };
    await reopen();
    const busy = connect(await server.signedIn('ann'));
    await busy.next();
    for (let count = 0; count < 5; count += 1) busy.socket.send(JSON.stringify({ type: 'ping' }));
    for (let count = 0; count < 5; count += 1) expect(await busy.next()).toEqual({ type: 'pong' });
    busy.socket.send(JSON.stringify({ type: 'ping' }));
    expect(await busy.closed).toBe(1013);
  });

  test('opens for nobody without a session, and for no page of another origin', async () => {
    expect(await connect(server.device()).closed).toBe(0);
    const ann = await server.signedIn('ann');
    expect(await connect(ann, { origin: 'https://evil.invalid' }).closed).toBe(0);
    expect(await connect(ann, { origin: `http://${origin}` }).next()).toMatchObject({ type: 'snapshot' });
  });

  test('says so and closes within a minute after the session ended', async () => {
    const device = await server.signedIn('ann');
    const ann = connect(device);
    await ann.next();
    await device.call('POST', '/api/login/v1/logout', {});
    // Said in between, so that the fake clock does not make a dead peer of this one.
    for (let turn = 0; turn < 3; turn += 1) {
      server.clock.pass(15_000);
      ann.socket.send(JSON.stringify({ type: 'ping' }));
      expect(await ann.next()).toEqual({ type: 'pong' });
    }
    server.clock.pass(15_000);
    expect(await ann.next()).toEqual({ type: 'signed_out' });
    expect(await ann.closed).toBe(4401);
  });

  test('a plain request to the socket is told to upgrade', async () => {
    const device = await server.signedIn('ann');
    expect((await device.call('GET', path)).status).toBe(426);
  });

  test.each(['/nowhere', path])(
    'an upgrade to %s that is refused keeps no descriptor, whatever the other side does',
    async (at) => {
      const client = net.connect({ port: Number(origin.split(':')[1]), host: '127.0.0.1', allowHalfOpen: true });
      client.on('error', () => undefined);
      client.write(`GET ${at} HTTP/1.1\r\nHost: ${origin}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
      client.resume();
      await new Promise((resolve) => client.once('end', resolve));
      const count = (): Promise<number> => new Promise((resolve) => http.getConnections((_, open) => resolve(open)));
      await expect.poll(count, { timeout: 3000, interval: 20 }).toBe(0);
      client.destroy();
    },
  );
});
