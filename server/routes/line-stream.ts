import { turnOfLoop } from '../turn-of-loop.ts';

/** Most characters that are encoded before others have their turn. */
const chunkCharacters = 64 * 1024;

/** Lines as a stream of UTF-8 chunks; the reader's pace decides when the next chunk is made. */
export function lineStream(lines: readonly string[]): ReadableStream<Uint8Array> {
  return textStream(lines, '\n');
}

/** Items of JSON, each as its own text, as a stream of one JSON text. */
export function listStream(head: string, items: readonly string[], foot: string): ReadableStream<Uint8Array> {
  const commas = items.map((item, index) => (index === 0 ? item : `,${item}`));
  return textStream([head, ...commas, foot], '');
}

function textStream(texts: readonly string[], end: string): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      if (next > 0) await turnOfLoop();
      let chunk = '';
      while (next < texts.length && chunk.length < chunkCharacters) {
        chunk += `${texts[next] ?? ''}${end}`;
        next += 1;
      }
      if (chunk !== '') controller.enqueue(Buffer.from(chunk));
      if (next >= texts.length) controller.close();
    },
  });
}
