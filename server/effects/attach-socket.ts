import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { WebSocketServer, type WebSocket } from 'ws';
import { heartbeatMs, socketDeadMs, socketRequest, type SocketEvent } from '../../sync/protocol/socket-message.ts';
import { isSessionAlive } from '../auth/sessions.ts';
import type { Services } from '../services.ts';

/** Whose socket it is, as the route decided. */
export interface SocketOwner {
  readonly principal: string;
  readonly familyId: string;
  readonly partners: readonly string[];
}

const recheckMs = 60_000;
const maxFrameBytes = 4096;

/**
 * Lets sockets in through the same route, session and origin rule as every request: the upgrade is first asked of the
 * app as a plain GET, and happens only where the route accepted it.
 */
export function attachSocket(server: Server, app: Hono, services: Services): () => void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes });
  const onUpgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    askApp(app, incoming).then(
      ({ owner, status }) => {
        if (!owner) refuse(socket, status);
        else sockets.handleUpgrade(incoming, socket, head, (ws) => serveSocket(ws, owner, services));
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

async function askApp(
  app: Hono,
  incoming: IncomingMessage,
): Promise<{ readonly owner: SocketOwner | null; readonly status: number }> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const accepted: SocketOwner[] = [];
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
  const response = await app.fetch(new Request(url, { headers }), {
    incoming,
    acceptSocket: (owner: SocketOwner) => accepted.push(owner),
  });
  return { owner: accepted[0] ?? null, status: response.status };
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Heartbeats both ways, and a look at the session every minute: a socket does not outlive its sign-in. */
function serveSocket(ws: WebSocket, owner: SocketOwner, services: Services): void {
  const { clock, hub, store } = services;
  let heardAtMs = clock.now();
  let checkedAtMs = clock.now();
  let cancel = (): void => undefined;
  const send = (event: SocketEvent): void => {
    if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(event));
  };
  const leave = hub.join({ principal: owner.principal, familyId: owner.familyId, send }, owner.partners);

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
          if (alive) return;
          send({ type: 'signed_out' });
          ws.close(4401, 'signed out');
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
    if (!isBinary && Buffer.isBuffer(data) && isPing(data.toString('utf8'))) send({ type: 'pong' });
    else ws.close(1003, 'not understood');
  });
  ws.on('error', () => ws.terminate());
  ws.on('close', () => {
    cancel();
    leave();
  });
}

function isPing(text: string): boolean {
  try {
    return v.is(socketRequest, JSON.parse(text));
  } catch {
    // Not JSON: not one of our clients.
    return false;
  }
}
