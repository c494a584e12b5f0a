import net from 'node:net';

/** One answer: its status, all its bytes on the wire, and its body as far as it was kept. */
export interface RawAnswer {
  readonly status: number;
  readonly wireBytes: number;
  readonly bodyBytes: number;
  /** The whole body, or its last bytes where `keep` was `tail`; chunk sizes may stand in it. */
  readonly text: string;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = '\r\n0\r\n\r\n';
const tailBytes = 8192;

/**
 * HTTP/1.1 over one kept connection, one request at a time, of bytes that were prepared before: what a load costs its own
 * process must not be what is measured.
 */
export class RawConnection {
  readonly #socket: net.Socket;
  #onData: ((chunk: Buffer) => void) | null = null;
  #onLost: ((error: Error) => void) | null = null;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#onData?.(chunk));
    socket.on('error', (error) => this.#onLost?.(error));
    socket.on('close', () => this.#onLost?.(new Error('the connection was closed')));
  }

  static open(origin: string): Promise<RawConnection> {
    const { hostname, port } = new URL(origin);
    return new Promise((resolve, reject) => {
      const socket = net.connect(Number(port), hostname);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  send(request: Buffer, keep: 'all' | 'tail' = 'all'): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      // A server ends what nobody used for a few seconds.
      if (this.#socket.destroyed) throw new Error('the connection was closed');
      const reader = new AnswerReader(keep);
      this.#onLost = reject;
      this.#onData = (chunk) => {
        if (!reader.take(chunk)) return;
        this.#onData = null;
        this.#onLost = null;
        resolve(reader.answer());
      };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#onLost = null;
    this.#socket.destroy();
  }
}

class AnswerReader {
  readonly #keep: 'all' | 'tail';
  #head: Buffer | null = null;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #wireBytes = 0;
  #status = 0;
  #length: number | null = null;

  constructor(keep: 'all' | 'tail') {
    this.#keep = keep;
  }

  /** Whether the answer is whole. */
  take(chunk: Buffer): boolean {
    this.#wireBytes += chunk.length;
    this.#push(this.#head ? chunk : this.#readHead(chunk));
    if (!this.#head) return false;
    if (this.#length !== null) return this.#wireBytes - this.#head.length >= this.#length;
    return this.#tail(lastChunk.length) === lastChunk;
  }

  answer(): RawAnswer {
    const text = Buffer.concat(this.#kept).toString('utf8');
    const headBytes = this.#head?.length ?? 0;
    return { status: this.#status, wireBytes: this.#wireBytes, bodyBytes: this.#wireBytes - headBytes, text };
  }

  #readHead(chunk: Buffer): Buffer {
    const bytes = Buffer.concat([...this.#kept, chunk]);
    this.#kept = [];
    this.#keptBytes = 0;
    const end = bytes.indexOf(headEnd);
    if (end < 0) return bytes;
    this.#head = bytes.subarray(0, end + headEnd.length);
    const text = this.#head.toString('latin1');
    this.#status = Number(text.slice(9, 12));
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    this.#length = length === undefined ? null : Number(length);
    return bytes.subarray(end + headEnd.length);
  }

  #push(bytes: Buffer): void {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    if (this.#keep === 'all' || !this.#head) return;
    for (let first = this.#kept[0]; first && this.#keptBytes - first.length > tailBytes; first = this.#kept[0]) {
      this.#kept.shift();
      this.#keptBytes -= first.length;
    }
  }

  #tail(length: number): string {
    let bytes = this.#kept.at(-1) ?? Buffer.alloc(0);
    if (bytes.length < length) bytes = Buffer.concat(this.#kept);
    return bytes.subarray(-length).toString('latin1');
  }
}
