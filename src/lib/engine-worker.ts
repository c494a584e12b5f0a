import type { EngineCallbacks, EngineHandle, EngineKeys } from '../../sync/client/client-ports.ts';
import type { SyncWorkerApi } from '../../sync/client/sync-worker-api.ts';

type Remote = {
  readonly [Name in keyof SyncWorkerApi]: (...args: Parameters<SyncWorkerApi[Name]>) => Promise<unknown>;
};

/** A worker, and once it is reached what it answers to, and how it may call the page. */
export interface OpenedWorker {
  readonly reached: Promise<{
    readonly api: Remote;
    readonly proxy: <F extends (...args: never[]) => unknown>(call: F) => F;
  }>;
  /** Whether its script could not be had: it will never answer. */
  isBroken(): boolean;
  end(): void;
}

interface EngineWorkerOptions {
  readonly open: () => OpenedWorker;
  /** When a hand was last here, in milliseconds; null: not known. */
  readonly readActivity: () => number | null;
}

/** The sync worker of this tab, one at a time: it begins with the keys and ends with them. */
export class EngineWorker {
  readonly #options: EngineWorkerOptions;
  #opened: OpenedWorker | null = null;
  #ready: OpenedWorker | null = null;

  constructor(options: EngineWorkerOptions) {
    this.#options = options;
  }

  /**
   * Keys may be on their way: the worker's script is fetched and read while a password is being worked on. It holds no key and asks for
   * nothing. Nothing is made where one is at work, whose password is only proved or changed.
   */
  prepare(): void {
    if (this.#opened === null) this.#ready ??= this.#options.open();
  }

  /** One that was prepared and can answer, else a new one. */
  #take(): OpenedWorker {
    const ready = this.#ready;
    this.#ready = null;
    if (ready && !ready.isBroken()) return ready;
    ready?.end();
    return this.#options.open();
  }

  /** The engine in a worker of its own. What is asked of it before it is reached is answered once it is. */
  start(keys: EngineKeys, callbacks: EngineCallbacks): EngineHandle {
    const opened = this.#take();
    const begun = opened.reached.then(({ api, proxy }) => {
      const active = this.#options.readActivity();
      if (active !== null) void api.noteActivity(active);
      // Structured cloning copies the keys; transferring would empty the page's own.
      void api.start(keys, proxy(callbacks.registerKey), proxy(callbacks.onLocked), proxy(callbacks.onSessions));
      return api;
    });
    this.#opened = opened;
    return {
      wake: () => void begun.then((api) => api.wake()),
      cycleOnce: async () => void (await (await begun).cycleOnce()),
      setVisible: (visible) => void begun.then((api) => api.setVisible(visible)),
      setSigning: (signing) => void begun.then((api) => api.setSigning(signing)),
      stop: () => {
        if (this.#opened === opened) this.#opened = null;
        opened.end();
      },
    };
  }

  /** A hand was here: the requests of the worker, most of all that a tab makes, prove it. */
  noteActivity(nowMs: number): void {
    void this.#opened?.reached.then(({ api }) => api.noteActivity(nowMs));
  }
}
