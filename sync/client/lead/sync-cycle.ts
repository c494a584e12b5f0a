import { CycleContext, type CycleOptions } from './cycle-context.ts';
import type { Fence } from '../replica/fence.ts';
import { PagePipeline, type FoundPage } from '../pull/page-pipeline.ts';
import type { Place } from '../pull/pull.ts';
import { draftPush, firstSettled, unsettle } from '../push/deliver-outbox.ts';
import { PushLoop } from '../push/push-loop.ts';
import { readWork, type StatusChange } from '../status/sync-status.ts';
import { together } from '../replica/together.ts';
import type { CycleVerdict } from './verdict.ts';

/**
 * What a leader says to the server and takes from it: one cycle at a time, under the fence that it is given.
 *
 *   look --(something waits)--> push loop --(drained)----> page pipeline --> done | again | retry
 *     |                            |  |
 *     |                            |  +--(hold)--> page pipeline where a pull was wanted --> hold | retry
 *     |                            +--(done | again | retry)--> the cycle's verdict
 *     +--(nothing waits)--> page pipeline --> done | again | retry
 */
export class SyncCycle {
  readonly #context: CycleContext;
  readonly #pages: PagePipeline;
  readonly #pushes: PushLoop;
  #likelyMark = 0;
  /** Since when this tab leads, as far as it has looked at what a leader before it left. */
  #term: number | null = null;

  constructor(options: CycleOptions) {
    this.#context = new CycleContext(options);
    this.#pages = new PagePipeline(this.#context);
    this.#pushes = new PushLoop(this.#context, this.#pages);
  }

  /** What is now in the store is this cycle's own doing. */
  get isWriting(): boolean {
    return this.#context.isWriting;
  }

  /** Where everything is in, as far as the server has said. */
  get rest(): Place | null {
    return this.#pages.rest;
  }

  /** There may be something to fetch: the next cycle pulls, whatever else it does. */
  wantPull(): void {
    this.#pages.isWanted = true;
  }

  /** A new cycle: what it sends can be called off from here on. */
  begin(): void {
    this.#context.begin();
  }

  /** Another tab may take over: what is under way must not go on beside it. */
  abort(): void {
    this.#context.abort();
  }

  /** [SE-2] Applies a page that the server sent by itself for a replica that rests at this place. */
  takeOffer(fence: Fence, place: Place, found: FoundPage): Promise<CycleVerdict> {
    return this.#pages.takeOffer(fence, place, found);
  }

  writeStatus(fence: Fence, change: StatusChange): Promise<void> {
    return this.#context.writeStatus(fence, change);
  }

  /** Push until drained, then pull until complete. */
  async pushThenPull(fence: Fence): Promise<CycleVerdict> {
    // Only looked at here: most cycles have nothing to send, and a writing transaction would hold up the person's own.
    const { replica, clock } = this.#context.options;
    if (this.#term !== fence.term) {
      if ((await replica.store.read(firstSettled)) !== null) await replica.store.tx('relaxed', () => unsettle(fence));
      this.#term = fence.term;
    }
    const [work, draft] = await replica.store.read(() =>
      together(readWork(), draftPush(fence, clock.now(), this.#likelyMark)),
    );
    this.#likelyMark = work.mark;
    const wasPullWanted = this.#pages.isWanted;
    this.#pages.isWanted = false;
    if (!draft) return this.#pages.pull(fence, work);
    const pushed = await this.#pushes.run(fence, draft, work.mark);
    switch (pushed.kind) {
      case 'done':
        return pushed;
      case 'again':
      case 'retry':
        this.#pages.isWanted ||= wasPullWanted;
        return pushed;
      case 'hold':
        // Somebody is typing: nothing to ask the server for, unless it said that there is.
        if (!wasPullWanted) return pushed;
        break;
      case 'drained':
        break;
    }
    // A push may have moved the outbox to another client id.
    const pulled = await this.#pages.pull(fence, work.waits ? await replica.store.read(readWork) : work);
    return pushed.kind === 'hold' && pulled.kind !== 'retry' && pulled.kind !== 'hold' ? pushed : pulled;
  }
}
