import type { Clock, Durability, Log, Transport, TransportAnswer, TxBody } from '../../ports.ts';
import type { Fence } from '../replica/fence.ts';
import type { Place } from '../pull/pull.ts';
import type { Replica } from '../replica/replica.ts';
import { putStatus, type StatusChange } from '../status/sync-status.ts';
import { again, retryCaps, retryIn, retryLater, signedOutMs, type CycleVerdict } from './verdict.ts';

export interface CycleOptions {
  readonly replica: Replica;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /** The server does not know the outbox key: register it (again); resolves when a push may be tried. */
  readonly registerKey: () => Promise<boolean>;
  /** Everything up to this place is in: a server that is told may send what follows by itself. */
  readonly onRest?: (place: Place) => void;
}

/**
 * What push loop and page pipeline of one engine share: what calls a request off, which writes are its own, what an answer
 * that is none means.
 */
export class CycleContext {
  readonly options: CycleOptions;
  #isWriting = false;
  /** How often a new history was begun since all was in and nothing waited. */
  #newClients = 0;
  #abort = new AbortController();
  #besides = new AbortController();

  constructor(options: CycleOptions) {
    this.options = options;
  }

  /** What is now in the store is this engine's own doing. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** For what no cycle waits for, and the next one may find still on its way. */
  get signalBesides(): AbortSignal {
    return this.#besides.signal;
  }

  /** A new cycle: what it sends can be called off from here on. */
  begin(): void {
    this.#abort = new AbortController();
    if (this.#besides.signal.aborted) this.#besides = new AbortController();
  }

  /** Another tab may take over: what is under way must not go on beside it. */
  abort(): void {
    this.#abort.abort();
    this.#besides.abort();
  }

  /** All is in and nothing waits: a history that has to be begun after this is the first one. */
  noteRest(): void {
    this.#newClients = 0;
  }

  /** [PU-3] A locked device delivers only what its key is registered for. A server to which no history fits is asked ever less. */
  async beginAnew(): Promise<CycleVerdict> {
    this.#newClients += 1;
    const isFirst = this.#newClients === 1;
    const isKnown = await this.options.registerKey();
    return isFirst && isKnown ? again : retryLater;
  }

  /** What this writes to the outbox is no news to it. */
  async write<R>(durability: Durability, body: TxBody<R>): Promise<R> {
    this.#isWriting = true;
    try {
      return await this.options.replica.store.tx(durability, body);
    } finally {
      this.#isWriting = false;
    }
  }

  /** Null where our server answered; else what to do. */
  async failure(answer: TransportAnswer<unknown>, fence: Fence): Promise<CycleVerdict | null> {
    switch (answer.kind) {
      case 'answered':
        return null;
      case 'signed-out':
        await this.writeStatus(fence, { problem: 'signed-out' });
        return retryIn(signedOutMs);
      case 'client-too-old':
        await this.writeStatus(fence, { problem: 'client-too-old' });
        return retryIn(retryCaps.hiddenMs);
      case 'retry':
        return retryIn(answer.delayMs ?? null);
      case 'refused':
        this.options.log.error('sync.refused', { code: answer.code });
        return retryLater;
      case 'unreachable':
        return retryLater;
    }
  }

  async writeStatus(fence: Fence, change: StatusChange): Promise<void> {
    await this.options.replica.store.tx('relaxed', () => putStatus(fence, change));
  }
}
