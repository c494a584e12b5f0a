import { committed, deleteRaw, openRaw } from './raw-database.ts';

/** Whether an exchange is kept on its way, as a person's words must be, or only echoed. */
export type BareKind = 'echo' | 'durable';

/** The least that an exchange between two devices costs. */
export class BareVolley {
  readonly #socket: WebSocket;
  readonly #name: string;
  readonly #db: IDBDatabase;
  #kept = 0;

  private constructor(socket: WebSocket, name: string, db: IDBDatabase) {
    this.#socket = socket;
    this.#name = name;
    this.#db = db;
  }

  static async connect(address: string): Promise<BareVolley> {
    const name = `page-${Math.random().toString(36).slice(2)}`;
    const socket = new WebSocket(`${address}/${name}`);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('error', () => reject(new Error('the relay does not answer')));
    });
    await deleteRaw('bench-raw-volley');
    return new BareVolley(socket, name, await openRaw('bench-raw-volley'));
  }

  answer(): void {
    this.#socket.addEventListener('message', (event: MessageEvent<string>) => {
      const kind = event.data.startsWith('d') ? 'durable' : 'echo';
      void this.#take(kind).then(() => this.#send(kind));
    });
  }

  /** Milliseconds of one way. */
  async serve(kind: BareKind, exchanges: number): Promise<number> {
    const from = performance.now();
    for (let turn = 0; turn < exchanges; turn += 1) {
      const back = new Promise((resolve) => this.#socket.addEventListener('message', resolve, { once: true }));
      await this.#send(kind);
      await back;
      await this.#take(kind);
    }
    return (performance.now() - from) / exchanges / 2;
  }

  /** Durable: two rows on this disk, then a request that is answered once one row is on the server's. */
  async #send(kind: BareKind): Promise<void> {
    if (kind === 'echo') {
      this.#socket.send(frames.echo);
      return;
    }
    await this.#put('strict', ['overlay', 'outbox']);
    void fetch(`/bench/pass?from=${this.#name}`, { method: 'POST', body: frames.durable });
  }

  async #take(kind: BareKind): Promise<void> {
    if (kind === 'durable') await this.#put('relaxed', ['base']);
  }

  async #put(durability: 'strict' | 'relaxed', tables: readonly string[]): Promise<void> {
    this.#kept += 1;
    const transaction = this.#db.transaction([...tables], 'readwrite', { durability });
    for (const table of tables) transaction.objectStore(table).put({ k: String(this.#kept), z: sealed });
    transaction.commit();
    await committed(transaction);
  }
}

/** As long as a sealed edit of one field. */
const length = 500;
const frames = { echo: 'e'.repeat(length), durable: 'd'.repeat(length) };
const sealed = new Uint8Array(length);
