/** Where the build leaves the files of the app whose names change with what is in them, in one (`pack.config.ts`). */
export const packPath = '/parts.pack';

export interface PackedPart {
  readonly url: string;
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

type ListedPart = readonly [url: string, type: string, length: number];

/** So long may a list be: one that says more is none. */
const longestList = 1024 * 1024;

/**
 * Many files as one answer: a line pays for one round trip and not for two hundred. Four bytes, big endian, say how long the list is;
 * then the list, `[address, type, length][]` as JSON; then the files, one behind the other, in its order.
 */
export function packParts(parts: readonly PackedPart[]): Uint8Array<ArrayBuffer> {
  const listed = parts.map(({ url, type, bytes }): ListedPart => [url, type, bytes.length]);
  const list = new TextEncoder().encode(JSON.stringify(listed));
  const packed = new Uint8Array(4 + list.length + parts.reduce((sum, { bytes }) => sum + bytes.length, 0));
  new DataView(packed.buffer).setUint32(0, list.length);
  packed.set(list, 4);
  let at = 4 + list.length;
  for (const { bytes } of parts) {
    packed.set(bytes, at);
    at += bytes.length;
  }
  return packed;
}

/**
 * Each file as soon as its last byte has come. Ends where the answer does: a file that is cut off is not given.
 * @throws TypeError where the answer is no such pack, and what the stream throws where the line breaks.
 */
export async function* readPackedParts(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<PackedPart> {
  const bytes = new ByteReader(body);
  try {
    const length = await bytes.take(4);
    if (!length) throw new TypeError('No pack of files');
    const listLength = new DataView(length.buffer).getUint32(0);
    const list = listLength <= longestList ? await bytes.take(listLength) : null;
    if (!list) throw new TypeError('No pack of files');
    for (const [url, type, size] of listedIn(new TextDecoder().decode(list))) {
      const part = await bytes.take(size);
      if (!part) return;
      yield { url, type, bytes: part };
    }
  } finally {
    await bytes.cancel();
  }
}

function listedIn(text: string): readonly ListedPart[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw new TypeError('No pack of files', { cause: error });
  }
  if (!Array.isArray(list) || !list.every(isListedPart)) throw new TypeError('No pack of files');
  return list;
}

function isListedPart(value: unknown): value is ListedPart {
  if (!Array.isArray(value)) return false;
  const [url, type, length] = value as readonly unknown[];
  return typeof url === 'string' && typeof type === 'string' && Number.isSafeInteger(length) && Number(length) >= 0;
}

/** A stream, so many bytes at a time. */
class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  /** What has come and was not taken yet. */
  #come: Uint8Array<ArrayBuffer>[] = [];
  #length = 0;

  constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#reader = body.getReader();
  }

  /** The next so many, in a buffer of their own; null where the stream ends before. */
  async take(wanted: number): Promise<Uint8Array<ArrayBuffer> | null> {
    while (this.#length < wanted) {
      const { done, value } = await this.#reader.read();
      if (done) return null;
      this.#come.push(value);
      this.#length += value.length;
    }
    const taken = new Uint8Array(wanted);
    let filled = 0;
    while (filled < wanted) {
      const [first = new Uint8Array()] = this.#come;
      const piece = first.subarray(0, wanted - filled);
      taken.set(piece, filled);
      filled += piece.length;
      if (piece.length === first.length) this.#come.shift();
      else this.#come[0] = first.subarray(piece.length);
    }
    this.#length -= wanted;
    return taken;
  }

  cancel(): Promise<void> {
    return this.#reader.cancel().catch(() => undefined);
  }
}
