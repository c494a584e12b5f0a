/** The same to and fro over a bare WebSocket relay, nothing stored. */
export class BareVolley {
  readonly #socket: WebSocket;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async connect(address: string): Promise<BareVolley> {
    const socket = new WebSocket(address);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('the relay does not answer')));
    });
    return new BareVolley(socket);
  }

  answer(): void {
    this.#socket.addEventListener('message', () => this.#socket.send(frame));
  }

  /** Milliseconds of one way. */
  async serve(exchanges: number): Promise<number> {
    const from = performance.now();
    for (let turn = 0; turn < exchanges; turn += 1) {
      const back = new Promise((resolve) => this.#socket.addEventListener('message', resolve, { once: true }));
      this.#socket.send(frame);
      await back;
    }
    return (performance.now() - from) / exchanges / 2;
  }
}

/** As long as a sealed edit of one field. */
const frame = 'x'.repeat(500);
