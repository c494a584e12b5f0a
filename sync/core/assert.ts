/** A bug, not an outcome: thrown, reported, never retried. */
export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

/** Insists that `condition` holds; the message names the broken expectation, never data. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}
