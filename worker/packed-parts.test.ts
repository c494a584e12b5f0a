import { describe, expect, it } from 'vitest';
import { packParts, readPackedParts, type PackedPart } from './packed-parts.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const parts: readonly PackedPart[] = [
  { url: 'assets/a.js', type: 'text/javascript', bytes: bytesOf('export const a = 1;') },
  { url: 'assets/empty.css', type: 'text/css', bytes: bytesOf('') },
  { url: 'assets/ü.js', type: 'text/javascript', bytes: bytesOf('export const ü = "مرحبا";') },
];

/** An answer that comes in pieces of this size. */
function streamOf(bytes: Uint8Array<ArrayBuffer>, size: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

async function read(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<readonly (readonly string[])[]> {
  const found: (readonly string[])[] = [];
  for await (const { url, type, bytes } of readPackedParts(stream)) found.push([url, type, textOf(bytes)]);
  return found;
}

const expected = parts.map(({ url, type, bytes }) => [url, type, textOf(bytes)]);

describe('[OF-1] files in one answer', () => {
  it.each([1, 2, 7, 64, 100_000])(
    'are read as they were packed, whatever the pieces are that come: %i bytes',
    async (size) => {
      expect(await read(streamOf(packParts(parts), size))).toEqual(expected);
    },
  );

  it('each lie in a buffer of their own', async () => {
    for await (const { bytes } of readPackedParts(streamOf(packParts(parts), 100_000)))
      expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it('may be none', async () => {
    expect(await read(streamOf(packParts([]), 3))).toEqual([]);
  });

  it('are given as far as they came whole', async () => {
    const packed = packParts(parts);
    expect(await read(streamOf(packed.slice(0, -1), 5))).toEqual(expected.slice(0, 2));
  });

  it('are given before the next one has come', async () => {
    const packed = packParts(parts);
    const last = parts[2]?.bytes.length ?? 0;
    let isRead = false;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(packed.slice(0, packed.length - last)),
      // The line breaks.
      pull: (controller) => (isRead ? controller.error(new TypeError('gone')) : undefined),
    });
    const found = readPackedParts(stream);
    expect((await found.next()).value).toMatchObject({ url: 'assets/a.js' });
    expect((await found.next()).value).toMatchObject({ url: 'assets/empty.css' });
    isRead = true;
    await found.return(undefined);
  });

  it('break where the line breaks', async () => {
    const packed = packParts(parts);
    let turn = 0;
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        turn += 1;
        if (turn > 1) controller.error(new TypeError('gone'));
        else controller.enqueue(packed.slice(0, -3));
      },
    });
    const found: string[] = [];
    await expect(
      (async () => {
        for await (const { url } of readPackedParts(stream)) found.push(url);
      })(),
    ).rejects.toThrow('gone');
    expect(found).toEqual(['assets/a.js', 'assets/empty.css']);
  });

  it('ask for nothing more of a reader who has seen enough', async () => {
    let isCancelled = false;
    const packed = packParts(parts);
    const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(packed),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const part of readPackedParts(stream)) {
      expect(part.url).toBe('assets/a.js');
      break;
    }
    expect(isCancelled).toBe(true);
  });

  const listed = (list: string): Uint8Array<ArrayBuffer> => {
    const bytes = bytesOf(list);
    const all = new Uint8Array(4 + bytes.length + 40);
    new DataView(all.buffer).setUint32(0, bytes.length);
    all.set(bytes, 4);
    return all;
  };

  it.each([
    ['a page', bytesOf('<!doctype html><html><body>Not found, or not yet.</body></html>')],
    ['nothing', bytesOf('')],
    ['no JSON', listed('[["assets/a.js"')],
    ['no list', listed('{"0":["assets/a.js","text/javascript",4]}')],
    ['an address that is none', listed('[[7,"text/javascript",4]]')],
    ['a type that is none', listed('[["assets/a.js",null,4]]')],
    ['a length below nothing', listed('[["assets/a.js","text/javascript",-1]]')],
    ['half a byte', listed('[["assets/a.js","text/javascript",0.5]]')],
    ['a file that is none', listed('[null]')],
  ])('are not looked for in what is no pack: %s', async (_what, bytes) => {
    await expect(read(streamOf(bytes, 16))).rejects.toThrow(TypeError);
  });
});
