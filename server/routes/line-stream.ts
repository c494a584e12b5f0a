const linesPerChunk = 64;

/** Lines as a stream of UTF-8 chunks; the reader's pace decides when the next chunk is made. */
export function lineStream(lines: readonly string[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (next < lines.length) {
        controller.enqueue(encoder.encode(`${lines.slice(next, next + linesPerChunk).join('\n')}\n`));
        next += linesPerChunk;
      }
      if (next >= lines.length) controller.close();
    },
  });
}
