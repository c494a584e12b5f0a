/** Lets everybody else have a turn: resolves once what waits in the event loop has run. */
export function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Work in one piece takes at most about so long; what is left goes on after a turn of the loop. A commit ends each of these. */
export const pieceMs = 8;
/** Reading costs nothing to interrupt. */
export const readPieceMs = 2;

/** Whether the piece of work that begins now has had its time. By the processor's clock, which nothing but this depends on. */
export function createBudget(limitMs: number = pieceMs): () => boolean {
  const from = performance.now();
  return () => performance.now() - from >= limitMs;
}
