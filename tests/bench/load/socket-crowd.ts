import * as v from 'valibot';
import { WebSocket } from 'ws';
import { socketEvent, type SocketRequest } from '../../../sync/protocol/socket-message.ts';
import type { LoadData, LoadDevice } from './load-data.ts';
import { RawConnection } from './raw-connection.ts';
import { cursorAt, NoteTyper, readEnd } from './requests.ts';

/** Connections that are opened at the same time. */
const together = 100;
const patienceMs = 10_000;

/** Every device of every account on a socket of its own, and one who writes in their place. */
export class SocketCrowd {
  readonly #origin: string;
  readonly #data: LoadData;
  readonly #sockets: WebSocket[] = [];
  readonly #listeners = new Map<string, () => void>();
  /** Devices by account; the first of each writes. */
  readonly #accounts: readonly (readonly LoadDevice[])[];
  #next = 0;

  constructor(origin: string, data: LoadData) {
    this.#origin = origin;
    this.#data = data;
    const accounts = new Map<string, LoadDevice[]>();
    for (const device of data.devices) {
      const own = accounts.get(device.sub) ?? [];
      own.push(device);
      accounts.set(device.sub, own);
    }
    this.#accounts = [...accounts.values()];
  }

  /** All sockets are open and have said where they stand. */
  async connect(): Promise<void> {
    const { devices } = this.#data;
    for (let from = 0; from < devices.length; from += together)
      await Promise.all(devices.slice(from, from + together).map((device) => this.#open(device)));
  }

  /** One note of the next account; milliseconds until each other device that listens has its page. */
  async write(): Promise<readonly number[]> {
    const [writer, ...readers] = this.#accounts[this.#next] ?? [];
    if (!writer) throw new Error('every account has written');
    this.#next += 1;
    const request = new NoteTyper(writer, 1).next(1);
    const connection = await RawConnection.open(this.#origin);
    const from = performance.now();
    const heard =
      this.#sockets.length === 0
        ? []
        : readers.map((reader) => this.#heard(reader).then(() => performance.now() - from));
    const { status } = await connection.send(request);
    if (status !== 200) throw new Error(`a push was answered ${status}`);
    const waits = await Promise.all(heard);
    connection.close();
    return waits;
  }

  /** So many writes a second, whether or not the last one has arrived. */
  async writeFor(ms: number, perSecond: number): Promise<readonly number[]> {
    const count = Math.round((ms / 1000) * perSecond);
    const writes: Promise<readonly number[]>[] = [];
    const from = performance.now();
    for (let index = 0; index < count; index += 1) {
      const early = from + (index * 1000) / perSecond - performance.now();
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
      writes.push(this.write());
    }
    return (await Promise.all(writes)).flat();
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  #heard(device: LoadDevice): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('a socket heard nothing')), patienceMs);
      this.#listeners.set(device.clientId, () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #open(device: LoadDevice): Promise<void> {
    const url = `${this.#origin.replace(/^http/, 'ws')}/api/instant_messaging/v1/ws`;
    const socket = new WebSocket(url, { headers: { cookie: device.cookie }, perMessageDeflate: false });
    this.#sockets.push(socket);
    const follow = (cursor: string): void => {
      const request: SocketRequest = { type: 'follow', client: device.clientId, cursor };
      socket.send(JSON.stringify(request));
    };
    socket.on('message', (data: Buffer) => {
      const event = v.parse(socketEvent, JSON.parse(data.toString('utf8')));
      if (event.type !== 'page') return;
      this.#listeners.get(device.clientId)?.();
      follow(readEnd(event.lines.at(-1) ?? '').cursor);
    });
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => {
        follow(cursorAt(this.#data.epoch, device.head));
        resolve();
      });
    });
  }
}
