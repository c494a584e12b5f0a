type Dispose = () => Promise<void>;

const open = new Set<Dispose>();

/** Processes and folders that must not outlive this one, also where a person or `timeout` stops it. Returns "it is gone". */
export function disposeAtEnd(dispose: Dispose): () => Promise<void> {
  open.add(dispose);
  return async () => {
    open.delete(dispose);
    await dispose();
  };
}

/** From here on a signal ends what is open before it ends this process. */
export function listenForStop(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      console.log(`stopped by ${signal}; --resume goes on from the last piece that was finished`);
      void Promise.allSettled([...open].map((dispose) => dispose())).then(() => process.exit(130));
    });
  }
}
