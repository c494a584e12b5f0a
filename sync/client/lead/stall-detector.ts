import type { Clock, Transport } from '../../ports.ts';
import type { Api } from '../client-ports.ts';

/** A request to which nothing has come back for so long does not prove a connection any more. */
const stalledMs = 3000;

/** Listens to requests: says once that nothing comes back, and nothing while lines still arrive. */
export class StallDetector {
  readonly #clock: Clock;
  readonly #onStalled: () => void;
  #underWay = 0;
  #heard = false;
  #stalled = false;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock, onStalled: () => void) {
    this.#clock = clock;
    this.#onStalled = onStalled;
  }

  /** Whether a request is under way that has heard nothing for 3 s. */
  get isStalled(): boolean {
    return this.#stalled;
  }

  /** The same transport, with this in the room. */
  listenTo(transport: Transport): Transport {
    return {
      push: (request, ended) => {
        this.#begin();
        return transport.push(request, ended).finally(() => this.#end());
      },
      pull: (request, onLine, ended) => {
        this.#begin();
        const heard: typeof onLine = (line) => {
          // One of thousands in a long answer: only noted here, the timer looks.
          this.#heard = true;
          return onLine(line);
        };
        return transport.pull(request, heard, ended).finally(() => this.#end());
      },
    };
  }

  #begin(): void {
    this.#underWay += 1;
    this.#listen();
  }

  #end(): void {
    this.#underWay -= 1;
    this.#stalled = false;
    if (this.#underWay === 0) this.#cancel?.();
    else this.#listen();
  }

  #listen(): void {
    this.#cancel?.();
    this.#heard = false;
    this.#cancel = this.#clock.after(stalledMs, () => {
      if (this.#heard) {
        this.#listen();
        return;
      }
      this.#stalled = true;
      this.#onStalled();
    });
  }
}

/**
 * The same calls, and whether nothing has come back for 3 s since they were first listened to or last answered. Ends with
 * `stop`, which says that nothing is silent any more.
 */
export function detectStalls(
  clock: Clock,
  api: Api,
  onChange: (isStalled: boolean) => void,
): { readonly api: Api; stop: () => void } {
  let cancel: () => void = () => undefined;
  let stopped = false;
  const listen = (): void => {
    cancel();
    if (stopped) return;
    cancel = clock.after(stalledMs, () => onChange(true));
  };
  listen();
  return {
    api: {
      call: async (method, path, body) => {
        const answer = await api.call(method, path, body);
        if (answer) {
          onChange(false);
          listen();
        }
        return answer;
      },
    },
    stop: () => {
      stopped = true;
      cancel();
      onChange(false);
    },
  };
}
