import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TransportAnswer } from '../sync/ports.ts';
import { heartbeatMs } from '../sync/protocol/socket-message.ts';
import { systemClock } from '../sync/web/system-ports.ts';
import { PokeSocket } from './poke-socket.ts';

/** A WebSocket of which the test decides what comes of it. */
class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  readonly said: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeSocket.made.push(this);
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  hear(event: object): void {
    this.onmessage?.({ data: JSON.stringify(event) });
  }

  send(text: string): void {
    this.said.push(text);
  }

  close(): void {
    this.readyState = 3;
  }
}

const answered: TransportAnswer<null> = { kind: 'answered', value: null };
const unreachable: TransportAnswer<null> = { kind: 'unreachable' };

function createSocket() {
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  let lost = 0;
  const heard: string[] = [];
  const socket = new PokeSocket({
    clock: systemClock,
    onPoke: () => undefined,
    onPage: () => undefined,
    onSessions: (told) => heard.push(...told.map(({ appointment_id }) => appointment_id)),
    onLost: () => {
      lost += 1;
      // As the engine does: it asks at once, and the answer comes back here.
      void socket.watch(Promise.resolve(answered));
    },
  });
  return { pass, socket, heard, lost: () => lost };
}

describe('the socket', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    FakeSocket.made = [];
    vi.stubGlobal('WebSocket', FakeSocket);
    vi.stubGlobal('self', { location: { origin: 'http://here' } });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('what is told of sessions is handed on as it came', () => {
    const { socket, heard } = createSocket();
    socket.start();
    const at = '2026-11-21T09:00:00.000Z';
    const appointments = [{ appointment_id: 'a1', appointment_start: at, modify_datetime: at }];
    FakeSocket.made[0]?.hear({ type: 'appointment', appointments });
    FakeSocket.made[0]?.hear({ type: 'appointment', appointments: [{ appointment_id: 'a2' }] });
    expect(heard).toEqual(['a1']);
  });

  it('[SE-6] where only sockets are refused, the backoff stands: no storm of attempts and pulls', async () => {
    const { pass, socket, lost } = createSocket();
    socket.start();
    for (let second = 0; second < 60; second += 1) {
      FakeSocket.made
        .filter((made) => made.readyState === 0)
        .forEach((made) => {
          made.readyState = 3;
          made.onclose?.();
        });
      await pass(1000);
    }
    expect(FakeSocket.made.length).toBeLessThan(9);
    expect(FakeSocket.made.length).toBeGreaterThan(4);
    expect(lost()).toBe(1);
    socket.stop();
  });

  it('[SE-6] after a dead network the first answer ends the backoff', async () => {
    const { pass, socket } = createSocket();
    socket.start();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      FakeSocket.made.at(-1)?.onclose?.();
      await pass((attempt + 1) ** 2 * 500);
    }
    FakeSocket.made.at(-1)?.onclose?.();
    const before = FakeSocket.made.length;
    await socket.watch(Promise.resolve(unreachable));
    expect(FakeSocket.made.length).toBe(before);
    await socket.watch(Promise.resolve(answered));
    expect(FakeSocket.made.length).toBe(before + 1);
    socket.stop();
  });

  it.each([
    ['answers', true, 1],
    ['says nothing for 3 s', false, 2],
  ])('[SE-6] an open socket that %s after a dead network: %s', async (_name, answers, sockets) => {
    const { pass, socket } = createSocket();
    socket.start();
    const [first] = FakeSocket.made;
    first?.open();
    await pass(1000);
    await socket.watch(Promise.resolve(unreachable));
    await socket.watch(Promise.resolve(answered));
    expect(first?.said).toEqual(['{"type":"ping"}']);
    if (answers) first?.hear({ type: 'pong' });
    await pass(4000);
    expect(FakeSocket.made.length).toBe(sockets);
    socket.stop();
  });

  it('asks a silent socket every 15 s and gives it up after 35, counted from when that one was made', async () => {
    const { pass, socket } = createSocket();
    socket.start();
    for (const [index, sockets] of [1, 2].entries()) {
      const made = FakeSocket.made.at(-1);
      expect(FakeSocket.made.length).toBe(sockets);
      made?.open();
      await pass(2 * heartbeatMs + 1000);
      expect([index, made?.readyState, made?.said.length]).toEqual([index, FakeSocket.OPEN, 2]);
      await pass(heartbeatMs);
      expect(made?.readyState).toBe(3);
    }
    socket.stop();
  });

  it('[SE-6] a request that took more than 3 s puts the socket in doubt as well', async () => {
    const { pass, socket } = createSocket();
    socket.start();
    FakeSocket.made[0]?.open();
    const late = new Promise<TransportAnswer<null>>((resolve) => setTimeout(() => resolve(answered), 3500));
    const watched = socket.watch(late);
    await pass(3500);
    await watched;
    expect(FakeSocket.made[0]?.said).toEqual(['{"type":"ping"}']);
    socket.stop();
  });
});
