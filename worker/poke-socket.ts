import * as v from 'valibot';
import type { Clock, TransportAnswer } from '../sync/ports.ts';
import { socketRetryDelayMs } from '../sync/core/backoff.ts';
import type { HeardSession } from '../sync/client/api.ts';
import type { Place } from '../sync/client/pull/pull.ts';
import { heartbeatMs, socketDeadMs, socketEvent, type SocketRequest } from '../sync/protocol/socket-message.ts';

/** A socket that is asked after a silence of the network has this long to say something. */
const proofMs = 3000;

/**
 * Listens for pokes. The spec's wait between attempts (count squared times 500 ms, at most 60 s; any message resets the
 * count), a heartbeat of its own, and death after 35 s of silence: a cut socket can look open for minutes.
 */
export class PokeSocket {
  readonly #clock: Clock;
  readonly #onPoke: () => void;
  readonly #onPage: (place: Place, lines: readonly string[]) => void;
  readonly #onSessions: (told: readonly HeardSession[]) => void;
  readonly #onLost: () => void;
  #socket: WebSocket | null = null;
  #attempts = 0;
  #wanted = false;
  #lastHeardMs = 0;
  #isDoubted = false;
  #cancelTimer: (() => void) | null = null;

  constructor(options: {
    readonly clock: Clock;
    readonly onPoke: () => void;
    readonly onPage: (place: Place, lines: readonly string[]) => void;
    readonly onSessions: (told: readonly HeardSession[]) => void;
    readonly onLost: () => void;
  }) {
    this.#clock = options.clock;
    this.#onPoke = options.onPoke;
    this.#onPage = options.onPage;
    this.#onSessions = options.onSessions;
    this.#onLost = options.onLost;
  }

  start(): void {
    this.#wanted = true;
    this.#connect();
  }

  stop(): void {
    this.#wanted = false;
    this.#cancelTimer?.();
    this.#socket?.close();
    this.#socket = null;
  }

  /** Says where this replica stands, so that the next change comes by itself. */
  follow(place: Place): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#say({ type: 'follow', ...toFollow(place) });
  }

  /**
   * Hears how requests fare. A dead one, or nearly: an open socket may have died with it and not know. The first answer
   * after that proves the network: the socket is asked, and a lost one does not sit out the backoff. Where requests
   * never failed, something keeps only sockets out, and the backoff stands.
   */
  async watch<T>(request: Promise<TransportAnswer<T>>): Promise<TransportAnswer<T>> {
    const askedMs = this.#clock.now();
    const answer = await request;
    const isSlow = this.#clock.now() - askedMs > proofMs;
    if (isSlow || answer.kind === 'unreachable' || answer.kind === 'retry') this.#isDoubted = true;
    if (answer.kind === 'answered' && this.#isDoubted) this.#nudge();
    return answer;
  }

  #nudge(): void {
    this.#isDoubted = false;
    if (!this.#wanted) return;
    if (this.#socket) {
      this.#prove(this.#socket);
      return;
    }
    this.#attempts = 0;
    this.#connect();
  }

  #prove(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    const askedMs = this.#clock.now();
    this.#say({ type: 'ping' });
    this.#clock.after(proofMs, () => {
      if (this.#socket !== socket || this.#lastHeardMs >= askedMs) return;
      socket.close();
      this.#lost(socket);
    });
  }

  #connect(): void {
    if (!this.#wanted || this.#socket) return;
    this.#cancelTimer?.();
    const socket = new WebSocket(`${self.location.origin.replace(/^http/, 'ws')}/api/instant_messaging/v1/ws`);
    this.#socket = socket;
    this.#lastHeardMs = this.#clock.now();
    socket.onopen = () => {
      // Pokes sent while nobody listened are made good by asking once.
      this.#onPoke();
      this.#beat(socket);
    };
    socket.onmessage = (event: MessageEvent<unknown>) => this.#hear(event.data);
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => this.#lost(socket);
  }

  #hear(data: unknown): void {
    this.#attempts = 0;
    this.#lastHeardMs = this.#clock.now();
    const parsed = v.safeParse(socketEvent, parse(data));
    if (!parsed.success) return;
    if (parsed.output.type === 'poke') this.#onPoke();
    if (parsed.output.type === 'appointment') this.#onSessions(parsed.output.appointments);
    if (parsed.output.type !== 'page') return;
    const { client: clientId, cursor, lines } = parsed.output;
    this.#onPage({ clientId, cursor }, lines);
  }

  #beat(socket: WebSocket): void {
    this.#cancelTimer = this.#clock.after(heartbeatMs, () => {
      if (this.#socket !== socket) return;
      if (this.#clock.now() - this.#lastHeardMs > socketDeadMs) {
        socket.close();
        this.#lost(socket);
        return;
      }
      if (socket.readyState === WebSocket.OPEN) this.#say({ type: 'ping' });
      this.#beat(socket);
    });
  }

  #say(request: SocketRequest): void {
    this.#socket?.send(JSON.stringify(request));
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#cancelTimer?.();
    if (!this.#wanted) return;
    // The first sign of a dead network: whoever claims to be online must look again.
    if (this.#attempts === 0) this.#onLost();
    this.#attempts += 1;
    this.#cancelTimer = this.#clock.after(socketRetryDelayMs(this.#attempts), () => this.#connect());
  }
}

function toFollow({ clientId, cursor }: Place): { readonly client: string; readonly cursor: string } {
  return { client: clientId, cursor };
}

function parse(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : null;
  } catch {
    // Not ours: ignored, as any message that does not parse.
    return null;
  }
}
