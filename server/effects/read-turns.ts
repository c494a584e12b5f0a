import { turnOfLoop } from '../turn-of-loop.ts';

/** Does a read when its turn has come; resolves, or rejects, as the read does. */
export type InTurn = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Reads for sockets one after the other, with a turn of the loop between: a practice has many. Where none is under way the first begins
 * at once, before the answer to the push that it follows: somebody looks at that screen, while who has pushed sees their own work.
 */
export function createTurns(): InTurn {
  let last: Promise<unknown> | null = null;
  return (read) => {
    const next = last ? last.then(read) : read();
    const over = next.catch(() => undefined).then(turnOfLoop);
    last = over;
    void over.then(() => {
      if (last === over) last = null;
    });
    return next;
  };
}
