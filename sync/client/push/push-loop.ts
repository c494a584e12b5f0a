import type { Body } from '../../ports.ts';
import type { PushRequest, PushResponse } from '../../protocol/push-message.ts';
import { durabilityOf } from '../pull/apply-pull.ts';
import type { CycleContext } from '../lead/cycle-context.ts';
import { DeposedError, type Fence } from '../replica/fence.ts';
import { isRowRefusal } from './isolation.ts';
import type { PagePipeline } from '../pull/page-pipeline.ts';
import { readPage } from '../pull/pull.ts';
import { acceptPush, parsePushResponse, type PushStep } from './push.ts';
import { narrowPush, preparePush, raiseSent, type Draft, type Hold } from './deliver-outbox.ts';
import { putStatus, readSnapshot } from '../status/sync-status.ts';
import { together } from '../replica/together.ts';
import { drained, holdFor, pollMs, retryLater, type CycleVerdict, type Verdict } from '../lead/verdict.ts';

/** Most pushes before a pull. */
const pushesPerCycle = 8;

/** A request that is answered sooner than this is not worth a word on screen. */
const slowMs = 300;

/**
 * Sends the outbox, push by push, until nothing waits.
 *
 *   rows that may still merge --> hold
 *   push --(no answer)--> retry
 *        --(a row is refused)--> a smaller push, at once
 *        --(key unknown)--> register it --> push
 *        --(another history)--> a new client id --> push, the first time
 *        --(settled, more waits)--> push, up to 8 times
 *        --(settled, nothing waits)--> drained; done, where the answer brought the page that a pull would
 */
export class PushLoop {
  readonly #context: CycleContext;
  readonly #pages: PagePipeline;

  constructor(context: CycleContext, pages: PagePipeline) {
    this.#context = context;
    this.#pages = pages;
  }

  /** `done`: the last answer brought what a pull would. */
  async run(fence: Fence, first: Draft | Hold, likelyMark: number): Promise<Verdict> {
    const { replica, transport, clock } = this.#context.options;
    if (first.kind === 'hold') return holdFor(first.holdMs);
    let keyTries = 0;
    for (let pushes = 1; ; pushes += 1) {
      const isFixed = pushes === 1 && first.isFixed;
      const request = isFixed
        ? first.request
        : await replica.store.tx('strict', () => preparePush(fence, clock.now(), likelyMark));
      if (!request) return drained;
      if ('holdMs' in request) return holdFor(request.holdMs);
      const answered = this.#sayIfSlow(fence, request);
      const askedMs = clock.now();
      const { principal } = replica.actor;
      const answer = await transport.push({ ...request, principal }, this.#context.signal).finally(answered);
      const response = answer.kind === 'answered' ? parsePushResponse(answer.value) : null;
      // It may have arrived: whatever page comes before the next try must not take its mark for another history's.
      if (isFixed && !response) await replica.store.tx('relaxed', () => raiseSent(fence, request));
      if (answer.kind === 'refused' && isRowRefusal(answer.code)) {
        const { code } = answer;
        // [PU-6] Something in it cannot pass: the next push is smaller, at once, until that row is found.
        const narrowed = await replica.store.tx('strict', () => narrowPush(fence, request, code));
        if (narrowed === 'narrowed') continue;
      }
      const failed = await this.#context.failure(answer, fence);
      if (failed) return failed;
      if (!response) return retryLater;
      const { step, verdict } = await this.#accept(fence, request, { response, askedMs });
      if (verdict) return verdict;
      if (step === 'new-client' || step === 'lost-outbox') {
        const begun = await this.#context.beginAnew();
        if (begun.kind !== 'again') return begun;
      }
      if (step === 'register-key') {
        keyTries += 1;
        if (keyTries > 2 || !(await this.#context.options.registerKey())) return retryLater;
      }
      // Nothing of what was sent is settled: the same again would get the same answer.
      if (response.kind === 'ok' && response.mark < (request.rows[0]?.id ?? 0)) return retryLater;
      // What is settled leaves the outbox with a pull: whoever writes without pause must not keep it from coming.
      if (step === 'drained' || pushes >= pushesPerCycle) return drained;
      // Quarantined rows stay here until this device is signed in again; asking at once again would change nothing.
      if (step === 'quarantined') return holdFor(pollMs);
    }
  }

  /**
   * One transaction for the server's word on a push and [SE-4] the page that came with it. `verdict` is there where a page
   * was applied: no pull is needed then.
   */
  async #accept(
    fence: Fence,
    request: PushRequest,
    { response, askedMs }: { readonly response: PushResponse; readonly askedMs: number },
  ): Promise<{ readonly step: PushStep; readonly verdict?: CycleVerdict }> {
    const { replica } = this.#context.options;
    const { clientId, at } = request;
    const push = { request, answer: response };
    const found =
      response.kind === 'ok' && response.page && at
        ? readPage(replica.sodium, { clientId, ...at }, response.page)
        : null;
    const accept = function* (): Body<PushStep> {
      const [taken, snapshot] = yield* together(acceptPush(replica, fence, push), readSnapshot());
      yield* putStatus(fence, { online: true, ...(taken === 'lost-outbox' ? { toRead: taken } : {}) }, snapshot);
      return taken;
    };
    if (!found) return { step: await this.#context.write('relaxed', accept) };
    const apply = this.#pages.pageBody(fence, { ...found, askedMs, progress: {} });
    const { step, applied } = await this.#context.write(durabilityOf(found.page), function* () {
      const taken = yield* accept();
      return { step: taken, applied: taken === 'drained' ? yield* apply() : 'stale' };
    });
    if (applied === 'stale') return { step };
    this.#pages.noteNewest();
    return { step, verdict: await this.#pages.afterPage(applied, clientId, found.page) };
  }

  /** Says that rows are on their way once that has lasted; the returned function takes it back. */
  #sayIfSlow(fence: Fence, request: PushRequest): () => void {
    const say = function* (): Body<void> {
      yield* putStatus(fence, { phase: 'syncing' });
      yield* raiseSent(fence, request);
    };
    return this.#context.options.clock.after(slowMs, () => {
      this.#context.options.replica.store.tx('relaxed', say).catch((error: unknown) => {
        // Another tab leads by now: what there is to say is its own to say.
        if (error instanceof DeposedError) return;
        this.#context.options.log.error('sync.status_failed', {
          kind: error instanceof Error ? error.name : 'unknown',
        });
      });
    });
  }
}
