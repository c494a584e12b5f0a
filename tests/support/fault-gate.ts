import http from 'node:http';
import net from 'node:net';
import type { Duplex } from 'node:stream';

/** What happens to a request on its way. */
export type Act =
  /** The connection is reset before anything reaches the server. */
  | { readonly kind: 'reset' }
  /**
   * Bytes go in and nothing comes out. What still waits at the healing goes on, as TCP sends it again; `forGood`: the way
   * has forgotten these connections, only new ones come through.
   */
  | { readonly kind: 'black-hole'; readonly forGood?: boolean }
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** The server commits and answers; the answer is lost with its connection. */
  | { readonly kind: 'lose-answer' }
  /** The request arrives twice at once; the second one's answer is the one that comes back. */
  | { readonly kind: 'twice' }
  /** Somebody else answers. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** Half of the answer comes; then the connection is reset, or ended as if that were all. */
  | { readonly kind: 'cut'; readonly end: 'reset' | 'polite' };

/** A request as it came through, by the clock of this process. */
export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly startMs: number;
  /** When its answer, or its connection, came to an end. */
  endMs: number | null;
}

interface Rule {
  readonly act: Act;
  readonly on: RegExp;
}

/** Where a portal sends people: it answers there itself. */
const portalPath = '/hotel-portal';

/** What a portal says to everybody. */
export const portalPage: Act = {
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><title>Hotel Wi-Fi</title><p>Please accept our terms.',
};

/** A portal that sends everybody to its page first. */
export const portalRedirect: Act = {
  kind: 'answer',
  status: 302,
  headers: { 'content-type': 'text/html', location: portalPath },
  body: '',
};

/** Everything, WebSockets included. */
export const wholeNetwork = /^/;

/**
 * A proxy in front of the server that knows requests apart: a fault can hit one of them, or all and every open
 * connection. Towards the browser it is real TCP: resets are resets, a refused connection is a closed port.
 */
export class FaultGate {
  readonly requests: SeenRequest[] = [];
  readonly #targetPort: number;
  readonly #server: http.Server;
  readonly #connections = new Set<net.Socket>();
  readonly #tunnels = new Set<Tunnel>();
  readonly #parked = new Set<() => void>();
  #rule: Rule | null = null;
  #areTunnelsMuted = false;
  #hits = 0;
  port = 0;

  constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = http.createServer((request, response) => void this.#take(request, response));
    this.#server.keepAliveTimeout = 60_000;
    this.#server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket));
    });
    this.#server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Requests and sockets that the fault has hit since it began. */
  get hits(): number {
    return this.#hits;
  }

  /** Also again, on the same port, after `refuse`. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address && typeof address === 'object') this.port = address.port;
  }

  /** From now on requests whose path fits meet the fault; one that is on the whole network also ends what is open. */
  begin(act: Act, on: RegExp = wholeNetwork): void {
    this.#hits = 0;
    this.#rule = { act, on };
    if (on !== wholeNetwork) return;
    if (act.kind === 'black-hole') this.muteTunnels();
    if (act.kind === 'reset' || act.kind === 'answer') this.#resetAll();
  }

  /** Nobody listens any more: connections are refused, open ones reset. */
  refuse(): void {
    this.#hits = 1;
    this.#server.close();
    this.#resetAll();
  }

  /** Open WebSockets, and only they, end here and there, muted ones too. */
  cutTunnels(): void {
    for (const { upstream, client } of this.#tunnels) {
      upstream.destroy();
      client.destroy();
    }
    this.#tunnels.clear();
  }

  /** Open WebSockets stay open and carry nothing, in either direction. */
  muteTunnels(): void {
    this.#areTunnelsMuted = true;
    for (const tunnel of this.#tunnels) tunnel.isMuted = true;
  }

  /** The network is itself again. A WebSocket that was muted stays dead: what it lost does not come back. */
  async heal(): Promise<void> {
    this.#rule = null;
    this.#areTunnelsMuted = false;
    if (!this.#server.listening) await this.listen();
    const parked = [...this.#parked];
    this.#parked.clear();
    for (const goOn of parked) goOn();
  }

  /**
   * WebSockets through this gate that a page has spoken over, as it does when it has asked once and is at rest. One that
   * is being opened is none yet: its end would be a failed attempt, which is no news to a page.
   */
  get openTunnels(): number {
    return [...this.#tunnels].filter((tunnel) => tunnel.isUsed && !tunnel.isMuted).length;
  }

  async close(): Promise<void> {
    this.#resetAll();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #resetAll(): void {
    this.cutTunnels();
    for (const socket of this.#connections) socket.resetAndDestroy();
  }

  #actOn(path: string): Act | null {
    if (!this.#rule?.on.test(path)) return null;
    this.#hits += 1;
    return this.#rule.act;
  }

  async #take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const { method = 'GET', headers } = request;
    const seen: SeenRequest = { method, path, headers, startMs: Date.now(), endMs: null };
    this.requests.push(seen);
    response.on('close', () => (seen.endMs = Date.now()));
    const act = path === portalPath ? portalPage : this.#actOn(path);
    if (act?.kind === 'reset') {
      request.socket.resetAndDestroy();
      return;
    }
    const body = await bodyOf(request);
    if (body === null) return;
    if (act?.kind === 'answer') {
      response.writeHead(act.status, { ...act.headers, connection: 'close' }).end(act.body);
      return;
    }
    if (act?.kind === 'black-hole') {
      if (act.forGood) return;
      await new Promise<void>((resolve) => this.#parked.add(resolve));
    }
    if (act?.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, act.delayMs));
    if (request.socket.destroyed) return;
    if (act?.kind === 'twice') this.#forward(request, body, (answer) => answer.resume());
    this.#forward(request, body, (answer) => {
      if (act?.kind === 'lose-answer') request.socket.resetAndDestroy();
      else if (act?.kind === 'cut') void cutAnswer(answer, response, act.end);
      else {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }
    }).on('error', () => request.socket.resetAndDestroy());
  }

  #forward(
    request: http.IncomingMessage,
    body: Buffer,
    onAnswer: (answer: http.IncomingMessage) => void,
  ): http.ClientRequest {
    const { method, url, headers } = request;
    const onward = http.request(
      { port: this.#targetPort, host: '127.0.0.1', method, path: url, headers, agent: false },
      onAnswer,
    );
    onward.on('error', () => undefined);
    onward.end(body);
    return onward;
  }

  #upgrade(request: http.IncomingMessage, socket: Duplex, head: Buffer): void {
    const act = this.#actOn(request.url ?? '');
    if (act?.kind === 'reset') (socket as net.Socket).resetAndDestroy();
    else if (act?.kind === 'answer')
      socket.end(`HTTP/1.1 ${act.status} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
    else if (act?.kind === 'black-hole') this.#parked.add(() => this.#tunnel(request, socket, head));
    else if (act?.kind === 'slow') setTimeout(() => this.#tunnel(request, socket, head), act.delayMs);
    else this.#tunnel(request, socket, head);
  }

  #tunnel(request: http.IncomingMessage, client: Duplex, head: Buffer): void {
    if (client.destroyed) return;
    const upstream = net.connect(this.#targetPort, '127.0.0.1');
    const tunnel: Tunnel = { upstream, client, isMuted: this.#areTunnelsMuted, isUsed: false };
    this.#tunnels.add(tunnel);
    const lines = [`${request.method} ${request.url} HTTP/1.1`];
    for (let index = 0; index < request.rawHeaders.length; index += 2)
      lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`);
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.on('data', (chunk) => void (tunnel.isMuted || client.write(chunk)));
    client.on('data', (chunk) => {
      tunnel.isUsed = true;
      if (!tunnel.isMuted) upstream.write(chunk);
    });
    const over = (): void => {
      upstream.destroy();
      // A dead line does not say that it is dead.
      if (tunnel.isMuted && !client.destroyed) return;
      this.#tunnels.delete(tunnel);
      client.destroy();
    };
    for (const end of [upstream, client]) end.on('close', over).on('error', over);
  }
}

/** One WebSocket on its way through. */
interface Tunnel {
  readonly upstream: net.Socket;
  readonly client: Duplex;
  isMuted: boolean;
  /** The page has it open, and has said something over it. */
  isUsed: boolean;
}

/** Null where the browser gave up on the way. */
async function bodyOf(request: http.IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  } catch {
    // Aborted: nobody waits for an answer.
    return null;
  }
}

async function cutAnswer(
  answer: http.IncomingMessage,
  response: http.ServerResponse,
  end: 'reset' | 'polite',
): Promise<void> {
  const body = await bodyOf(answer);
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, { ...headers, connection: 'close' });
  const half = (body ?? Buffer.alloc(0)).subarray(0, Math.ceil((body?.length ?? 0) / 2));
  if (end === 'polite') response.end(half);
  else response.write(half, () => response.socket?.resetAndDestroy());
}
