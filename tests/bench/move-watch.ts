import type { BrowserContext, CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly name?: string; readonly data?: { readonly type?: string } };
}

/** What a page does in script, style and layout; what lies within another one is counted once. */
const counted = new Set([
  'EventDispatch',
  'EvaluateScript',
  'FireAnimationFrame',
  'FunctionCall',
  'HitTest',
  'Layout',
  'RunMicrotasks',
  'TimerFire',
  'UpdateLayoutTree',
]);

/** The work of one pointer move, up to the next one: milliseconds in all, and by what it was. */
export interface MoveWork {
  readonly totalMs: number;
  readonly byName: Readonly<Record<string, number>>;
}

/** Follows what a page's main thread does between pointer moves, from `start` to `stop`. */
export class MoveWatch {
  readonly #cdp: CDPSession;
  readonly #events: TraceEvent[] = [];

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
    cdp.on('Tracing.dataCollected', ({ value }) => this.#events.push(...(value as unknown as TraceEvent[])));
  }

  static async start(context: BrowserContext, page: Page): Promise<MoveWatch> {
    const cdp = await context.newCDPSession(page);
    const watch = new MoveWatch(cdp);
    await cdp.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['devtools.timeline', '__metadata'], recordMode: 'recordContinuously' },
    });
    return watch;
  }

  async stop(): Promise<readonly MoveWork[]> {
    const complete = new Promise((resolve) => this.#cdp.once('Tracing.tracingComplete', resolve));
    await this.#cdp.send('Tracing.end');
    await complete;
    await this.#cdp.detach();
    const mains = this.#events
      .filter((event) => event.name === 'thread_name' && event.args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`);
    const onMain = this.#events.filter(({ ph, pid, tid }) => ph === 'X' && mains.includes(`${pid} ${tid}`));
    const [first, ...rest] = onMain.filter(isMove).toSorted((one, other) => one.ts - other.ts);
    if (!first) throw new Error('no pointer move was traced');
    const { pid, tid } = first;
    const work = onMain
      .filter((event) => event.pid === pid && event.tid === tid && counted.has(event.name))
      .toSorted((one, other) => one.ts - other.ts);
    const starts = [first, ...rest].map(({ ts }) => ts);
    return starts.map((from, index) => {
      const until = starts[index + 1] ?? Number.POSITIVE_INFINITY;
      return workOf(work.filter(({ ts }) => ts >= from && ts < until));
    });
  }
}

function isMove({ name, args }: TraceEvent): boolean {
  return name === 'EventDispatch' && args?.data?.type === 'pointermove';
}

/** `events` in the order in which they begin. */
function workOf(events: readonly TraceEvent[]): MoveWork {
  let busyUntil = 0;
  let total = 0;
  const byName: Record<string, number> = {};
  for (const { name, ts, dur = 0 } of events) {
    byName[name] = (byName[name] ?? 0) + dur / 1000;
    if (ts + dur <= busyUntil) continue;
    total += ts + dur - Math.max(ts, busyUntil);
    busyUntil = ts + dur;
  }
  return { totalMs: total / 1000, byName };
}
