import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import * as v from 'valibot';

const attached = v.object({ sessionId: v.string(), targetInfo: v.object({ type: v.string() }) });
const received = v.object({ sessionId: v.string(), message: v.string() });
const heapUsage = v.object({ usedSize: v.number(), backingStorageSize: v.optional(v.number(), 0) });
const answer = v.object({ result: v.optional(heapUsage) });

const sampleEveryMs = 50;

/** Samples the JavaScript heaps of a page and its workers, buffers included, and keeps the highest sum. */
export class HeapWatch {
  readonly #session: CDPSession;
  readonly #workers = new Map<string, number>();
  #peak = 0;
  #over = false;
  #loop: Promise<void> = Promise.resolve();

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async start(context: BrowserContext, page: Page): Promise<HeapWatch> {
    const session = await context.newCDPSession(page);
    const watch = new HeapWatch(session);
    session.on('Target.attachedToTarget', (event) => {
      const { sessionId, targetInfo } = v.parse(attached, event);
      if (targetInfo.type === 'worker') watch.#workers.set(sessionId, 0);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => watch.#workers.delete(sessionId));
    session.on('Target.receivedMessageFromTarget', (event) => {
      const { sessionId, message } = v.parse(received, event);
      const parsed = v.safeParse(answer, JSON.parse(message));
      if (parsed.success && parsed.output.result && watch.#workers.has(sessionId))
        watch.#workers.set(sessionId, sizeOf(parsed.output.result));
    });
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    watch.#loop = watch.#sample();
    return watch;
  }

  /** Highest sum seen, in bytes. */
  async stop(): Promise<number> {
    this.#over = true;
    await this.#loop;
    await this.#session.detach();
    return this.#peak;
  }

  async #sample(): Promise<void> {
    const message = JSON.stringify({ id: 1, method: 'Runtime.getHeapUsage' });
    while (!this.#over) {
      const page = sizeOf(v.parse(heapUsage, await this.#session.send('Runtime.getHeapUsage')));
      for (const sessionId of this.#workers.keys())
        await this.#session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => undefined);
      const sum = [...this.#workers.values()].reduce((total, size) => total + size, page);
      this.#peak = Math.max(this.#peak, sum);
      await new Promise((resolve) => setTimeout(resolve, sampleEveryMs));
    }
  }
}

function sizeOf(usage: v.InferOutput<typeof heapUsage>): number {
  return usage.usedSize + usage.backingStorageSize;
}
