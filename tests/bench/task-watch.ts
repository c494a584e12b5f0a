import type { BrowserContext, CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the clock, and of the processor. */
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

/** The longest task of a page’s main thread. */
export interface LongestTask {
  /** Milliseconds of the clock: others that want the same core count as well. */
  readonly wallMs: number;
  /** Milliseconds in which the task itself held the processor. */
  readonly processorMs: number;
}

/** Follows every task of a page's main thread, from `start` to `stop`. */
export class TaskWatch {
  readonly #cdp: CDPSession;
  readonly #events: TraceEvent[] = [];

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
    cdp.on('Tracing.dataCollected', ({ value }) => this.#events.push(...(value as unknown as TraceEvent[])));
  }

  static async start(context: BrowserContext, page: Page): Promise<TaskWatch> {
    const cdp = await context.newCDPSession(page);
    const watch = new TaskWatch(cdp);
    await cdp.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel', '__metadata'], recordMode: 'recordContinuously' },
    });
    return watch;
  }

  async stop(): Promise<LongestTask> {
    const complete = new Promise((resolve) => this.#cdp.once('Tracing.tracingComplete', resolve));
    await this.#cdp.send('Tracing.end');
    await complete;
    const main = new Set(
      this.#events
        .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = this.#events.filter(
      ({ name, ph, pid, tid }) => ph === 'X' && name.endsWith('RunTask') && main.has(`${pid} ${tid}`),
    );
    // Also where nothing was traced at all.
    if (tasks.every((task) => task.tdur === undefined)) throw new Error('no task was traced');
    const longest = (of: 'dur' | 'tdur') => tasks.reduce((most, task) => Math.max(most, task[of] ?? 0), 0) / 1000;
    return { wallMs: longest('dur'), processorMs: longest('tdur') };
  }
}
