import type { SessionState } from '../../sync/client/api.ts';
import { blankStatus } from '../../sync/client/status/status-board.ts';
import type { OrchidClient } from '../lib/model.ts';

/** Says the same for ever. */
function still<T>(value: T): { readonly get: () => T; readonly subscribe: () => () => void } {
  return { get: () => value, subscribe: () => () => undefined };
}

const observables = {
  session: still<SessionState>({ kind: 'signed-out' }),
  status: still(blankStatus),
  lockingAt: still<number | null>(null),
};

/** What a painted page sees of the engine: that nobody is signed in. Whatever else is asked for is a mistake of the page. */
export const signedOutClient = new Proxy(observables, {
  get: (known, name) => {
    if (Object.hasOwn(known, name)) return known[name as keyof typeof known];
    throw new Error(`A painted page asks for ${String(name)}.`);
  },
}) as unknown as OrchidClient;
