import type { OrchidClient } from '../../lib/model.ts';

/** After this pause a read that failed is tried again. */
const readAgainMs = 2000;

/**
 * Reads now and whenever the lists of pending and refused changes may have changed. The newest answer is the last; a read
 * that fails is tried again by itself, and answers nothing meanwhile. [RD-3]
 */
export function followWork<T>(
  client: Pick<OrchidClient, 'watchWork'>,
  read: () => Promise<T>,
  onValue: (value: T) => void,
): () => void {
  let asked = 0;
  let answered = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = (): void => {
    asked += 1;
    const turn = asked;
    clearTimeout(timer);
    read().then(
      (value) => {
        if (stopped || turn < answered) return;
        answered = turn;
        onValue(value);
      },
      () => {
        if (!stopped && turn === asked) timer = setTimeout(refresh, readAgainMs);
      },
    );
  };
  const stop = client.watchWork(refresh);
  refresh();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stop();
  };
}
