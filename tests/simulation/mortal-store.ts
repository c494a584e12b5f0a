import { StoreUnavailable, type Plan, type Store } from '../../server/store/port.ts';

/** Where a crash can hit the server. */
export type CrashPoint = 'none' | 'before-commit' | 'after-commit';

/** Thrown inside a transaction to make it roll back as a crash would. */
class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
}

/** Stands between a plan and the store. */
export type PlanWrapper = <R>(plan: Plan<R>) => Plan<R>;

interface Armed {
  readonly point: Exclude<CrashPoint, 'none'>;
  /** Writes that still go well. */
  left: number;
}

/** The store as one process of the server holds it: a write can be its last, and from then on nobody hears of it any more. */
export class MortalStore implements Store {
  readonly #store: Store;
  readonly #wrap: PlanWrapper;
  readonly #onCrash: () => void;
  #armed: Armed | null = null;
  #isDead = false;

  constructor(store: Store, ports: { readonly wrap: PlanWrapper; readonly onCrash: () => void }) {
    this.#store = store;
    this.#wrap = ports.wrap;
    this.#onCrash = ports.onCrash;
  }

  /** The process dies at its `nth` write from now on, whoever's that is. */
  arm(point: CrashPoint, nth: number): void {
    this.#armed = point === 'none' ? null : { point, left: nth - 1 };
  }

  /** What has not died by now goes on. */
  disarm(): void {
    this.#armed = null;
  }

  /** The process is gone: what it has under way commits or not, and answers nobody. */
  die(): void {
    this.#isDead = true;
    this.#armed = null;
  }

  async write<R>(plan: () => Plan<R>): Promise<R> {
    this.#assertAlive();
    const [wrap, point] = [this.#wrap, this.#pointOfThis()];
    try {
      const result = await this.#store.write(function* (): Plan<R> {
        const value = yield* wrap(plan());
        if (point === 'before-commit') throw new SimulatedCrash('before commit');
        return value;
      });
      if (point === 'after-commit') this.#onCrash();
      this.#assertAlive();
      return result;
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
      this.#onCrash();
      throw new StoreUnavailable('the process died', { cause: error });
    }
  }

  async read<R>(plan: () => Plan<R>): Promise<R> {
    this.#assertAlive();
    const result = await this.#store.read(() => this.#wrap(plan()));
    this.#assertAlive();
    return result;
  }

  async readInPieces<R>(plan: () => Plan<R>, by?: string): Promise<R> {
    this.#assertAlive();
    const result = await this.#store.readInPieces(() => this.#wrap(plan()), by);
    this.#assertAlive();
    return result;
  }

  /** The file is the machine's, not the process's. */
  close(): Promise<void> {
    return Promise.resolve();
  }

  #pointOfThis(): CrashPoint {
    const armed = this.#armed;
    if (!armed) return 'none';
    armed.left -= 1;
    if (armed.left >= 0) return 'none';
    this.#armed = null;
    return armed.point;
  }

  #assertAlive(): void {
    if (this.#isDead) throw new StoreUnavailable('the process died');
  }
}
