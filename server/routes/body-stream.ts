import { turnOfLoop } from '../turn-of-loop.ts';

/** Most characters that are encoded before others have their turn. */
const chunkCharacters = 64 * 1024;

/** Blocks of bytes as they lie; the reader's pace decides when the next one leaves. */
export function blockStream({ blocks }: { readonly blocks: readonly Uint8Array[] }): ReadableStream<Uint8Array> {
  return ReadableStream.from(blocks);
}

/** Items of JSON, each as its own text, as a stream of one JSON text. */
export function listStream(head: string, items: readonly string[], foot: string): ReadableStream<Uint8Array> {
  const texts = [head, ...items.map((item, index) => (index === 0 ? item : `,${item}`)), foot];
  let next = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (next > 0) await turnOfLoop();
      let chunk = '';
      while (next < texts.length && chunk.length < chunkCharacters) {
        chunk += texts[next] ?? '';
        next += 1;
      }
      if (chunk !== '') controller.enqueue(Buffer.from(chunk));
      if (next >= texts.length) controller.close();
    },
  });
}
