/** Whoever holds text that is not durable yet registers here; locking, leaving and updating wait for it. */
const flushers = new Set<() => Promise<void>>();

export function registerFlush(flush: () => Promise<void>): () => void {
  flushers.add(flush);
  return () => flushers.delete(flush);
}

/** Resolves when everything typed is saved on the device, or could not be. */
export async function flushAll(): Promise<void> {
  await Promise.allSettled([...flushers].map((flush) => flush()));
}
