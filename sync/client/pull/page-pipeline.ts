import type { TxBody } from '../../ports.ts';
import { applyPage, durabilityOf, type ApplyResult, type PulledPage } from './apply-pull.ts';
import { confirmOutcomes } from './confirm-outcomes.ts';
import type { CycleContext } from '../lead/cycle-context.ts';
import { ExistenceFilter } from './existence-filter.ts';
import type { Fence } from '../replica/fence.ts';
import { mend } from '../heal/mend.ts';
import type { Meta } from '../replica/meta.ts';
import { sealPage, type SealedPage } from './patch-base.ts';
import { fetchPage, type Place, type PullAnswer, type PullRequest } from './pull.ts';
import { putFirstContact, putPulled, putStatus, type Work } from '../status/sync-status.ts';
import { again, done, retryLater, type CycleVerdict } from '../lead/verdict.ts';

/** Pages of more records are sealed ahead of their turn. */
const sealAheadFrom = 100;

/** A page that came, and when by the server's clock. */
export interface FoundPage {
  readonly page: PulledPage;
  readonly serverTime: string;
  /** This device's clock when it was asked for; null: it came by itself, and nobody knows how long it was on the way. */
  readonly askedMs: number | null;
}

/** What became of a page, and whether something waits to go out. */
type Applied = ApplyResult & { readonly waits: boolean };

interface PageToApply extends FoundPage {
  readonly sealed?: SealedPage;
  readonly progress: Partial<Meta<'status'>>;
}

/**
 * Pages of the change log, on their way into the replica: one is fetched while the one before is sealed and the one before
 * that is written.
 *
 *   fetch --> seal --> write --(stale)--> again
 *     ^                  |  (another history) --> a new client id
 *     +---(more to come)-+
 *                        +--(last page, sums agree)--> at rest: done, or again where something waits
 *                        +--(last page, sums differ)--> mend --> done, or again
 *
 * A page that came by itself or with the answer to a push is written the same way; where it does not fit, a pull is wanted.
 */
export class PagePipeline {
  readonly #context: CycleContext;
  readonly #existing = new ExistenceFilter();
  /** There may be something to fetch. */
  isWanted = true;
  #pullOwed = false;
  #rest: Place | null = null;

  constructor(context: CycleContext) {
    this.#context = context;
  }

  /** Where everything is in, as far as the server has said. */
  get rest(): Place | null {
    return this.#rest;
  }

  /** A page was written that the server read after whatever a pull could have been for. */
  noteNewest(): void {
    this.#pullOwed = false;
  }

  /** A pull that failed is owed: a page that comes by itself meanwhile may be older than what it was for. */
  async pull(fence: Fence, work: Work): Promise<CycleVerdict> {
    this.#pullOwed = true;
    const verdict = await this.#pullAll(fence, work);
    this.#pullOwed = verdict.kind === 'retry';
    return verdict;
  }

  async #pullAll(fence: Fence, work: Work): Promise<CycleVerdict> {
    try {
      return await this.#pullPages(fence, work);
    } finally {
      // Between two runs another tab may lead and write.
      this.#existing.end();
    }
  }

  async #pullPages(fence: Fence, { cursor, clientId }: Work): Promise<CycleVerdict> {
    if (!cursor || clientId === null) return retryLater;
    const isFirst = !cursor.complete;
    const { principal: account } = this.#context.options.replica.actor;
    const place = { clientId, confirmed: cursor.confirmed, account };
    let next = this.#fetch({ ...place, cursor: cursor.cursor });
    if (isFirst) await this.#context.writeStatus(fence, { phase: 'first-sync' });
    let { generation } = cursor;
    let received = 0;
    let writing: Promise<Applied | 'stale'> | null = null;
    for (;;) {
      const { answer, askedMs } = await next;
      const failed = await this.#context.failure(answer, fence);
      if (failed || answer.kind !== 'answered') {
        await writing;
        return failed ?? retryLater;
      }
      const { page, serverTime } = answer.value;
      // [PL-6] Somebody else's session answered: as good as none, and not to be asked again at once.
      if (page.principal !== account) {
        await writing;
        return (await this.#context.failure({ kind: 'signed-out' }, fence)) ?? done;
      }
      // Neither the end nor a step towards it: the next would be the same.
      if (!page.end.complete && page.end.cursor === page.from) {
        await writing;
        return retryLater;
      }
      received += page.records.length;
      // The next page is on its way, and this one is sealed, while the one before is written. Should that one not be taken,
      // both are thrown away.
      if (!page.end.complete) next = this.#fetch({ ...place, cursor: page.end.cursor });
      if (page.reset) generation += 1;
      const sealed =
        page.records.length > sealAheadFrom ? sealPage(this.#context.options.replica, page, generation) : null;
      const before = await this.#conclude(writing);
      if (before) return before;
      const progress = {
        online: true,
        phase: isFirst ? 'first-sync' : 'syncing',
        done: received,
        left: page.end.left,
      } as const;
      writing = this.#apply(fence, { page, serverTime, askedMs, progress, ...(sealed ? { sealed } : {}) });
      // Thrown away or not, it is somebody's promise.
      writing.catch(() => undefined);
      if (!page.end.complete) continue;
      const last = await this.#conclude(writing);
      if (last) return last;
      const applied = await writing;
      if (applied === 'stale') return again;
      this.#confirm(page);
      if (applied.isWhole) {
        this.#comeToRest({ clientId, cursor: page.end.cursor }, applied.waits);
        return applied.waits ? again : done;
      }
      const mended = await mend(this.#context.options, fence, {
        collections: applied.diverged,
        signal: this.#context.signal,
      });
      const pulled = { ...mended, serverTime, askedMs, nowMs: this.#context.options.clock.now() };
      const waits = await this.#context.options.replica.store.tx('relaxed', () => putPulled(fence, pulled));
      return waits ? again : done;
    }
  }

  /** What a page that was written says of going on; null: nothing stands in the way. */
  async #conclude(writing: Promise<Applied | 'stale'> | null): Promise<CycleVerdict | null> {
    const applied = await writing;
    if (applied === 'stale') return again;
    return applied?.isNewClient ? this.#context.beginAnew() : null;
  }

  /** [SE-2] Applies a page that the server sent by itself for a replica that rests at this place. */
  async takeOffer(fence: Fence, place: Place, found: FoundPage): Promise<CycleVerdict> {
    return this.afterPage(await this.#apply(fence, { ...found, progress: {} }), place.clientId, found.page);
  }

  /** What follows a page that nobody pulled; whatever is not right with it, an ordinary pull mends. */
  async afterPage(applied: Applied | 'stale', clientId: string, page: PulledPage): Promise<CycleVerdict> {
    if (applied !== 'stale') this.#confirm(page);
    const isGood = applied !== 'stale' && applied.complete && applied.isWhole && !applied.isNewClient;
    if (!isGood) {
      this.isWanted = true;
      return applied !== 'stale' && applied.isNewClient ? this.#context.beginAnew() : again;
    }
    this.#comeToRest({ clientId, cursor: page.end.cursor }, applied.waits);
    return applied.waits || this.isWanted || this.#pullOwed ? again : done;
  }

  /** Nobody waits for it: a server that answers nothing holds up no cycle, and a word that is lost is said again. */
  #confirm(page: PulledPage): void {
    confirmOutcomes(this.#context.options, page, this.#context.signalBesides).catch(() => undefined);
  }

  #comeToRest(place: Place, waits: boolean): void {
    if (!waits) this.#context.noteRest();
    this.#rest = place;
    this.#context.options.onRest?.(place);
  }

  #fetch(request: PullRequest): Promise<{ readonly answer: PullAnswer; readonly askedMs: number }> {
    const { transport, replica, clock } = this.#context.options;
    const askedMs = clock.now();
    const asked = fetchPage({ transport, sodium: replica.sodium }, request, this.#context.signal).then((answer) => ({
      answer,
      askedMs,
    }));
    // Thrown away or not, it is somebody's promise.
    asked.catch(() => undefined);
    return asked;
  }

  /** One transaction for the page, its progress and, at the end, the word that all is in. */
  #apply(fence: Fence, input: PageToApply): Promise<Applied | 'stale'> {
    return this.#context.write(durabilityOf(input.page), this.pageBody(fence, input));
  }

  pageBody(fence: Fence, { page, serverTime, askedMs, progress, sealed }: PageToApply): TxBody<Applied | 'stale'> {
    const { replica, clock, log } = this.#context.options;
    const onProblem = (uid: string): void => log.error('sync.mutator_failed', { uid });
    const options = { onProblem, existing: this.#existing, serverTime, ...(sealed ? { sealed } : {}) };
    return function* () {
      const applied = yield* applyPage(replica, fence, page, options);
      if (applied === 'stale') return applied;
      if (applied.nameless > 0) log.error('sync.refused_records', { count: applied.nameless });
      if (!applied.complete) {
        yield* putStatus(fence, progress);
        yield* putFirstContact({ serverTime, askedMs, nowMs: clock.now() });
      }
      if (applied.isRestored) yield* putStatus(fence, { toRead: 'server-restored' });
      if (applied.isUnexplained) yield* putStatus(fence, { toRead: 'unexplained-reset' });
      const isEnd = applied.complete && applied.isWhole && !applied.isNewClient;
      const pulled = { isAgreed: true, isMended: true, serverTime, askedMs, nowMs: clock.now() };
      const snapshot = applied.isRestored || applied.isUnexplained ? undefined : applied.snapshot;
      return { ...applied, waits: isEnd && (yield* putPulled(fence, pulled, snapshot)) };
    };
  }
}
