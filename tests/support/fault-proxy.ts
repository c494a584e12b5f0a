import net from 'node:net';

/** What the proxy does to connections. */
export type Fault =
  | 'none'
  /** Existing connections are reset, new ones refused with a reset. */
  | 'reset'
  /** Bytes go in and nothing comes out. */
  | 'black-hole'
  /** Requests reach the server; their answers are swallowed, then the connection is reset. */
  | 'swallow-answers'
  /** Answers every request with a friendly page of somebody else. */
  | 'captive-portal';

const portalPage = '<!doctype html><title>Hotel Wi-Fi</title><p>Please accept our terms.';

/** A TCP proxy in front of the server: the truthful way to cut a network, WebSockets included. */
export class FaultProxy {
  readonly #targetPort: number;
  readonly #server: net.Server;
  readonly #pairs = new Set<{ client: net.Socket; upstream: net.Socket | null }>();
  #fault: Fault = 'none';
  /** Answers that were swallowed so far. */
  swallowed = 0;
  port = 0;

  constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = net.createServer((client) => this.#accept(client));
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => {
        const address = this.#server.address();
        if (address && typeof address === 'object') this.port = address.port;
        resolve();
      });
    });
  }

  setFault(fault: Fault): void {
    this.#fault = fault;
    if (fault === 'reset' || fault === 'captive-portal') this.#resetAll();
    if (fault === 'none') this.#resetAll();
  }

  async close(): Promise<void> {
    this.#resetAll();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(client: net.Socket): void {
    client.on('error', () => undefined);
    if (this.#fault === 'reset') {
      client.resetAndDestroy();
      return;
    }
    if (this.#fault === 'captive-portal') {
      client.once('data', () => {
        client.end(
          `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${portalPage.length}\r\nconnection: close\r\n\r\n${portalPage}`,
        );
      });
      return;
    }
    const upstream = this.#fault === 'black-hole' ? null : net.connect(this.#targetPort, '127.0.0.1');
    const pair = { client, upstream };
    this.#pairs.add(pair);
    const forget = (): void => {
      this.#pairs.delete(pair);
      client.destroy();
      upstream?.destroy();
    };
    client.on('close', forget);
    // A polite end lets what is still buffered out first.
    upstream?.on('end', () => client.end());
    upstream?.on('error', () => client.resetAndDestroy());
    client.on('data', (chunk) => {
      if (this.#fault === 'black-hole') return;
      upstream?.write(chunk);
    });
    upstream?.on('data', (chunk) => {
      if (this.#fault === 'black-hole') return;
      if (this.#fault === 'swallow-answers') {
        // The server has committed and answered; the client never hears of it.
        this.swallowed += 1;
        client.resetAndDestroy();
        return;
      }
      client.write(chunk);
    });
  }

  #resetAll(): void {
    for (const { client, upstream } of this.#pairs) {
      client.resetAndDestroy();
      upstream?.destroy();
    }
    this.#pairs.clear();
  }
}
