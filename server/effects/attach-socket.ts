import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  heartbeatMs,
  socketDeadMs,
  socketRequest,
  type SocketEvent,
  type SocketRequest,
} from '../../sync/protocol/socket-message.ts';
import { isOurShape } from '../../sync/core/json-shape.ts';
import { isSessionAlive } from '../auth/sessions.ts';
import type { Services } from '../services.ts';
import { createSessionNews } from './changed-sessions.ts';
import { readFollowed, type DevicePlace, type FollowedPlace } from './followed-place.ts';
import { createTurns, type InTurn } from './read-turns.ts';

/** Whose socket it is, as the route decided. */
export interface SocketOwner {
  readonly principal: string;
  readonly familyId: string;
  readonly partners: readonly string[];
}

/** The one path where a request may become a socket. */
export const socketPath = '/api/instant_messaging/v1/ws';

const recheckMs = 60_000;
const maxFrameBytes = 4096;
/** Tabs of one sign-in share a socket; more than this are not tabs. The oldest makes room. */
const mostSockets = 8;

/**
 * Lets sockets in through the same route, session and origin rule as every request: the upgrade is first asked of the
 * app as a plain GET, and happens only where the route accepted it.
 */
export function attachSocket(server: Server, app: Hono, services: Services): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });
  const families = new Map<string, Set<WebSocket>>();
  const inTurn = createTurns();
  const onUpgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const url = urlOf(incoming);
    if (!url || url.pathname !== socketPath) {
      refuse(socket, url ? 404 : 400);
      return;
    }
    askApp(app, incoming, url).then(
      ({ owner, status }) => {
        if (!owner) refuse(socket, status);
        else
          sockets.handleUpgrade(incoming, socket, head, (ws) => {
            makeRoom(families, owner.familyId, ws);
            serveSocket(ws, { owner, inTurn }, services);
          });
      },
      () => refuse(socket, 500),
    );
  };
  server.on('upgrade', onUpgrade);
  return () => {
    server.off('upgrade', onUpgrade);
    for (const ws of sockets.clients) ws.terminate();
    sockets.close();
  };
}

function makeRoom(families: Map<string, Set<WebSocket>>, familyId: string, ws: WebSocket): void {
  const open = families.get(familyId) ?? new Set();
  families.set(familyId, open.add(ws));
  const [oldest] = open;
  if (open.size > mostSockets) oldest?.close(1013, 'too many');
  ws.on('close', () => {
    open.delete(ws);
    if (open.size === 0) families.delete(familyId);
  });
}

async function askApp(
  app: Hono,
  incoming: IncomingMessage,
  url: URL,
): Promise<{ readonly owner: SocketOwner | null; readonly status: number }> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const accepted: SocketOwner[] = [];
  const response = await app.fetch(new Request(url, { headers }), {
    incoming,
    acceptSocket: (owner: SocketOwner) => accepted.push(owner),
  });
  return { owner: accepted[0] ?? null, status: response.status };
}

/** Null where path or host cannot be read as an address. */
function urlOf(incoming: IncomingMessage): URL | null {
  const [path, base] = [incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`];
  return URL.canParse(path, base) ? new URL(path, base) : null;
}

function refuse(socket: Duplex, status: number): void {
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  // Whoever does not close their side would keep a descriptor of ours.
  socket.end(`${head}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/** Heartbeats both ways, and a look at the session every minute: a socket does not outlive its sign-in. */
function serveSocket(
  ws: WebSocket,
  { owner, inTurn }: { readonly owner: SocketOwner; readonly inTurn: InTurn },
  services: Services,
): void {
  const { clock, hub, store } = services;
  let heardAtMs = clock.now();
  let checkedAtMs = clock.now();
  let cancel = (): void => undefined;
  const send = (event: SocketEvent): void => {
    if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(event));
  };
  let followed: FollowedPlace | null = null;
  const mayRead = services.requestLimits.messages();
  const signOut = (): void => {
    send({ type: 'signed_out' });
    ws.close(4401, 'signed out');
  };
  const change = (): void => {
    const place = followed;
    followed = null;
    if (!place) {
      send({ type: 'poke' });
      return;
    }
    inTurn(() => readFollowed(services, place)).then(
      (found) => {
        if (found.kind === 'signed-out') signOut();
        else if (found.kind === 'page')
          send({ type: 'page', client: place.clientId, cursor: place.cursor, lines: [...found.lines] });
        else send({ type: 'poke' });
      },
      // The store is busy: the device asks for itself.
      () => send({ type: 'poke' }),
    );
  };
  const moveTo = ({ clientId, cursor }: DevicePlace): void => {
    if (followed?.clientId === clientId) followed = { ...followed, cursor };
  };
  const { principal, familyId, partners } = owner;
  const changeSessions = createSessionNews(services, { principal, familyId, inTurn, send });
  const leave = hub.join({ principal, familyId, send, change, changeSessions, signOut, moveTo }, partners);

  const beat = (): void => {
    const nowMs = clock.now();
    if (nowMs - heardAtMs > socketDeadMs) {
      ws.terminate();
      return;
    }
    ws.ping();
    if (nowMs - checkedAtMs >= recheckMs) {
      checkedAtMs = nowMs;
      store
        .read(() => isSessionAlive(owner.familyId, nowMs))
        .then((alive) => {
          if (!alive) signOut();
        })
        // The store is busy: the next beat asks again.
        .catch(() => undefined);
    }
    cancel = clock.after(heartbeatMs, beat);
  };
  cancel = clock.after(heartbeatMs, beat);

  ws.on('pong', () => {
    heardAtMs = clock.now();
  });
  ws.on('message', (data, isBinary) => {
    heardAtMs = clock.now();
    if (!mayRead()) {
      ws.close(1013, 'too many messages');
      return;
    }
    const request = !isBinary && Buffer.isBuffer(data) ? readRequest(data) : null;
    if (!request) ws.close(1003, 'not understood');
    else if (request.type === 'ping') send({ type: 'pong' });
    else {
      const { client: clientId, cursor } = request;
      followed = { principal, familyId, clientId, cursor };
    }
  });
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    cancel();
    leave();
  });
}

function readRequest(data: Buffer): SocketRequest | null {
  try {
    if (!isOurShape(data)) return null;
    const parsed = v.safeParse(socketRequest, JSON.parse(data.toString('utf8')));
    return parsed.success ? parsed.output : null;
  } catch {
    // Not JSON: not one of our clients.
    return null;
  }
}
