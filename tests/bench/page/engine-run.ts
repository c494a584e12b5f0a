import sodium from 'libsodium-wrappers';
import type { EngineKeys } from '../../../sync/client/client-ports.ts';
import { readMeta } from '../../../sync/client/replica/meta.ts';
import { rangeSeen } from '../../../sync/client/read/reads.ts';
import type { Replica } from '../../../sync/client/replica/replica.ts';
import { createRowSealer } from '../../../sync/client/replica/row-sealer.ts';
import { SyncEngine } from '../../../sync/client/lead/sync-engine.ts';
import { registry } from '../../../sync/collections/index.ts';
import type { Clock, Transport } from '../../../sync/ports.ts';
import { openIndexedDbStore } from '../../../sync/store/indexeddb-store.ts';
import { createFetchTransport } from '../../../sync/web/fetch-transport.ts';
import { consoleLog, systemClock, systemRandom } from '../../../sync/web/system-ports.ts';

/** One cycle of the engine, in milliseconds from its beginning. */
export interface CycleTimes {
  /** Everything pushed was settled and taken in: the first pull went out. */
  readonly settledMs: number;
  /** The engine came to rest. */
  readonly restMs: number;
}

/** A timer as long as this is the engine's next poll: its cycle is over. */
const restingMs = 10_000;
const patienceMs = 300_000;

/** The shipped engine over the shipped store and transport, as `worker/sync.worker.ts` puts it together, with a watch. */
export class EngineRun {
  readonly #replica: Replica;
  readonly #engine: SyncEngine;
  #onRest: (() => void) | null = null;
  #settledAt = 0;

  private constructor(keys: EngineKeys) {
    this.#replica = {
      store: openIndexedDbStore({ name: keys.replicaName }),
      registry,
      sodium,
      random: systemRandom,
      gate: { closed: false },
      sealer: createRowSealer(sodium, keys.replicaKey, systemRandom),
      actor: { principal: keys.principal, sub: keys.sub },
      depositKeys: new Map(keys.depositKeys),
      depositKeyId: keys.depositKeyId,
      lockEpoch: keys.lockEpoch,
    };
    const clock: Clock = {
      now: () => systemClock.now(),
      after: (delayMs, run) => {
        if (delayMs >= restingMs) this.#onRest?.();
        return systemClock.after(delayMs, run);
      },
    };
    const transport = createFetchTransport();
    const timed: Transport = {
      push: transport.push,
      pull: (request, onLine, signal) => {
        if (this.#settledAt === 0) this.#settledAt = performance.now();
        return transport.pull(request, onLine, signal);
      },
    };
    this.#engine = new SyncEngine({
      replica: this.#replica,
      transport: timed,
      clock,
      random: systemRandom,
      log: consoleLog,
      // The same name each time: nobody else is here, and nobody waits for a lead to lapse.
      owner: 'bench',
      registerKey: async () => true,
      onLocked: () => undefined,
    });
  }

  /** Opens the store and its connections; nothing of the engine runs yet. */
  static async open(keys: EngineKeys): Promise<EngineRun> {
    await sodium.ready;
    const run = new EngineRun(keys);
    await run.#replica.store.tx('relaxed', () => readMeta('client'));
    await run.#replica.store.tx('strict', () => readMeta('client'));
    return run;
  }

  /** From the start of the engine to the end of its first cycle. */
  start(): Promise<CycleTimes> {
    return this.#time(() => this.#engine.start());
  }

  /** One more cycle. */
  cycle(): Promise<CycleTimes> {
    return this.#time(() => this.#engine.wake());
  }

  /** Fifty sessions by index, as a screen would ask. */
  async query(): Promise<number> {
    const rows = await rangeSeen(this.#replica, {
      collection: 'appointment',
      index: 'start',
      from: '',
      to: '~',
      limit: 50,
    });
    return rows.length;
  }

  stop(): void {
    this.#engine.stop();
    this.#replica.store.close();
  }

  async #time(begin: () => void): Promise<CycleTimes> {
    this.#settledAt = 0;
    const from = performance.now();
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the engine did not come to rest')), patienceMs);
      this.#onRest = () => {
        clearTimeout(timer);
        resolve();
      };
      begin();
    });
    this.#onRest = null;
    const restMs = performance.now() - from;
    const [cursor, status] = await this.#replica.store.tx('relaxed', () => readMeta('cursor', 'status'));
    if (!cursor?.complete || status?.problem !== null) throw new Error(`not in order: ${JSON.stringify(status)}`);
    return { restMs, settledMs: this.#settledAt - from };
  }
}
