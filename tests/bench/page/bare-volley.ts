import { paused, type Pace } from './pace.ts';
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
      const { kind, ms: pauseMs } = readFrame(event.data);
      void this.#take(kind)
        .then(() => paused(pauseMs))
        .then((waited) => this.#send(kind, waited));
    });
  }

  /** Milliseconds of one way, without the pauses. */
  async serve(kind: BareKind, { exchanges, pauseMs }: Pace): Promise<number> {
    let ms = 0;
    for (let turn = 0; turn < exchanges; turn += 1) {
      await paused(pauseMs);
      const back = new Promise<MessageEvent<string>>((resolve) =>
        this.#socket.addEventListener('message', resolve, { once: true }),
      );
      const from = performance.now();
      await this.#send(kind, pauseMs);
      const { ms: waited } = readFrame((await back).data);
      await this.#take(kind);
      ms += performance.now() - from - waited;
    }
    return ms / exchanges / 2;
  }

  /** Durable: two rows on this disk, then a request that is answered once one row is on the server's. */
  async #send(kind: BareKind, ms: number): Promise<void> {
    const frame = frameOf(kind, ms);
    if (kind === 'echo') {
      this.#socket.send(frame);
      return;
    }
    await this.#put('strict', ['overlay', 'outbox']);
    void fetch(`/bench/pass?from=${this.#name}`, { method: 'POST', body: frame });
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

/** There the pause that is asked for, back the one that was made. */
function frameOf(kind: BareKind, ms: number): string {
  return `${kind} ${ms} `.padEnd(length, '.');
}

function readFrame(frame: string): { readonly kind: BareKind; readonly ms: number } {
  const [kind, ms] = frame.split(' ');
  return { kind: kind === 'durable' ? 'durable' : 'echo', ms: Number(ms) };
}

const sealed = new Uint8Array(length);
