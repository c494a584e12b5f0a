import type { Body, Clock, Durability, Log, Transport, TransportAnswer, TxBody } from '../ports.ts';
import type { PushRequest, PushResponse } from '../protocol/push-message.ts';
import { applyPage, durabilityOf, type ApplyResult, type PulledPage } from './apply-pull.ts';
import { confirmOutcomes } from './confirm-outcomes.ts';
import { DeposedError, type Fence } from './fence.ts';
import { HeldKeys } from './held-keys.ts';
import { isRowRefusal } from './isolation.ts';
import { mend } from './mend.ts';
import type { Meta } from './meta.ts';
import { sealPage, type SealedPage } from './patch-base.ts';
import { fetchPage, readPage, type Place, type PullAnswer, type PullRequest } from './pull.ts';
import {
  acceptPush,
  draftPush,
  narrowPush,
  parsePushResponse,
  preparePush,
  raiseSent,
  type Draft,
  type Hold,
  type PushStep,
} from './push.ts';
import type { Replica } from './replica.ts';
import { putPulled, putStatus, readStanding, readWork, type StatusChange, type Work } from './sync-status.ts';
import { together } from './together.ts';
import { pollMs, retryCaps, signedOutMs, type Verdict } from './verdict.ts';

/** Pages of more records are sealed ahead of their turn. */
const sealAheadFrom = 100;

/** Most pushes before a pull. */
const pushesPerCycle = 8;

/** A request that is answered sooner than this is not worth a word on screen. */
const slowMs = 300;

export interface ExchangeOptions {
  readonly replica: Replica;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /** The server does not know the outbox key: register it (again); resolves when a push may be tried. */
  readonly registerKey: () => Promise<boolean>;
  /** Everything up to this place is in: a server that is told may send what follows by itself. */
  readonly onRest?: (place: Place) => void;
}

/** A page that came, and when by the server's clock. */
export interface FoundPage {
  readonly page: PulledPage;
  readonly serverTime: string;
}

/** What a leader says to the server and takes from it: one cycle at a time, under the fence that it is given. */
export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #held = new HeldKeys();
  #isWriting = false;
  #pullWanted = true;
  #pullOwed = false;
  #likelyMark = 0;
  /** How often this began a new history since all was in and nothing waited. */
  #newClients = 0;
  #rest: Place | null = null;
  #abort = new AbortController();

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** What is now in the store is this exchange's own doing. */
  get isWriting(): boolean {
    return this.#isWriting;
  }

  /** Where everything is in, as far as the server has said. */
  get rest(): Place | null {
    return this.#rest;
  }

  /** There may be something to fetch: the next cycle pulls, whatever else it does. */
  wantPull(): void {
    this.#pullWanted = true;
  }

  /** A new cycle: what it sends can be called off from here on. */
  begin(): void {
    this.#abort = new AbortController();
  }

  /** Another tab may take over: what is under way must not go on beside it. */
  abort(): void {
    this.#abort.abort();
  }

  /** Push until drained, then pull until complete. */
  async pushThenPull(fence: Fence): Promise<Verdict> {
    // Only looked at here: most cycles have nothing to send, and a writing transaction would hold up the person's own.
    const { store } = this.#options.replica;
    const now = this.#options.clock.now();
    const [work, draft] = await store.read(() => together(readWork(), draftPush(fence, now, this.#likelyMark)));
    this.#likelyMark = work.mark;
    const wasPullWanted = this.#pullWanted;
    this.#pullWanted = false;
    const pushed = draft ? await this.#pushAll(fence, draft, work.mark) : 'done';
    if (pushed === 'pulled') return 'done';
    const isHeld = typeof pushed === 'object' && 'holdMs' in pushed;
    // Somebody is typing: nothing to ask the server for, unless it said that there is.
    if (pushed !== 'done' && !(isHeld && wasPullWanted)) {
      this.#pullWanted ||= wasPullWanted;
      return pushed;
    }
    // A push may have moved the outbox to another client id.
    const pulled = await this.#pullOrOwe(fence, work.waits ? await store.read(readWork) : work);
    return isHeld && (pulled === 'again' || pulled === 'done') ? pushed : pulled;
  }

  /** `pulled`: the last answer brought what a pull would. */
  async #pushAll(fence: Fence, first: Draft | Hold, likelyMark: number): Promise<Verdict | 'pulled'> {
    const { replica, transport, clock } = this.#options;
    if (first.kind === 'hold') return { holdMs: first.holdMs };
    let keyTries = 0;
    for (let pushes = 1; ; pushes += 1) {
      const isFixed = pushes === 1 && first.isFixed;
      const request = isFixed
        ? first.request
        : await replica.store.tx('strict', () => preparePush(fence, clock.now(), likelyMark));
      if (!request) return 'done';
      if ('holdMs' in request) return { holdMs: request.holdMs };
      const answered = this.#sayIfSlow(fence, request);
      const { principal } = replica.actor;
      const answer = await transport.push({ ...request, principal }, this.#abort.signal).finally(answered);
      const response = answer.kind === 'answered' ? parsePushResponse(answer.value) : null;
      // It may have arrived: whatever page comes before the next try must not take its mark for another history's.
      if (isFixed && !response) await replica.store.tx('relaxed', () => raiseSent(fence, request));
      if (answer.kind === 'refused' && isRowRefusal(answer.code)) {
        const { code } = answer;
        // [PU-6] Something in it cannot pass: the next push is smaller, at once, until that row is found.
        const narrowed = await replica.store.tx('strict', () => narrowPush(fence, request, code));
        if (narrowed === 'narrowed') continue;
      }
      const failed = await this.#failure(answer, fence);
      if (failed) return failed;
      if (!response) return { retryInMs: null };
      const { step, verdict } = await this.#accept(fence, request, response);
      if (verdict) return verdict === 'done' ? 'pulled' : verdict;
      if (step === 'new-client' || step === 'lost-outbox') {
        const begun = await this.#beginAnew();
        if (begun !== 'again') return begun;
      }
      if (step === 'register-key') {
        keyTries += 1;
        if (keyTries > 2 || !(await this.#options.registerKey())) return { retryInMs: null };
      }
      // Nothing of what was sent is settled: the same again would get the same answer.
      if (response.kind === 'ok' && response.mark < (request.rows[0]?.id ?? 0)) return { retryInMs: null };
      // What is settled leaves the outbox with a pull: whoever writes without pause must not keep it from coming.
      if (step === 'drained' || pushes >= pushesPerCycle) return 'done';
      // Quarantined rows stay here until this device is signed in again; asking at once again would change nothing.
      if (step === 'quarantined') return { holdMs: pollMs };
    }
  }

  /**
   * One transaction for the server's word on a push and [SE-4] the page that came with it. `verdict` is there where a page
   * was applied: no pull is needed then.
   */
  async #accept(
    fence: Fence,
    request: PushRequest,
    response: PushResponse,
  ): Promise<{ readonly step: PushStep; readonly verdict?: Verdict }> {
    const { replica } = this.#options;
    const { clientId, at } = request;
    const push = { request, answer: response };
    const found =
      response.kind === 'ok' && response.page && at
        ? readPage(replica.sodium, { clientId, ...at }, response.page)
        : null;
    const accept = function* (): Body<PushStep> {
      const [taken, standing] = yield* together(acceptPush(replica, fence, push), readStanding());
      yield* putStatus(fence, { online: true, ...(taken === 'lost-outbox' ? { toRead: taken } : {}) }, standing);
      return taken;
    };
    if (!found) return { step: await this.#write('relaxed', accept) };
    const apply = this.#pageBody(fence, { ...found, progress: {} });
    const { step, applied } = await this.#write(durabilityOf(found.page), function* () {
      const taken = yield* accept();
      return { step: taken, applied: taken === 'drained' ? yield* apply() : 'stale' };
    });
    if (applied === 'stale') return { step };
    // It was read after whatever a pull could have been for.
    this.#pullOwed = false;
    return { step, verdict: await this.#afterPage(applied, clientId, found.page) };
  }

  /** A pull that failed is owed: a page that comes by itself meanwhile may be older than what it was for. */
  async #pullOrOwe(fence: Fence, work: Work): Promise<Verdict> {
    this.#pullOwed = true;
    const verdict = await this.#pullAll(fence, work);
    this.#pullOwed = typeof verdict === 'object';
    return verdict;
  }

  async #pullAll(fence: Fence, work: Work): Promise<Verdict> {
    try {
      return await this.#pullPages(fence, work);
    } finally {
      // Between two runs another tab may lead and write.
      this.#held.end();
    }
  }

  async #pullPages(fence: Fence, { cursor, clientId }: Work): Promise<Verdict> {
    if (!cursor || clientId === null) return { retryInMs: null };
    const isFirst = !cursor.complete;
    const { principal: account } = this.#options.replica.actor;
    const place = { clientId, confirmed: cursor.confirmed, account };
    let next = this.#fetch({ ...place, cursor: cursor.cursor });
    if (isFirst) await this.writeStatus(fence, { phase: 'first-sync' });
    let { generation } = cursor;
    let done = 0;
    let writing: Promise<Applied | 'stale'> | null = null;
    for (;;) {
      const answer = await next;
      const failed = await this.#failure(answer, fence);
      if (failed || answer.kind !== 'answered') {
        await writing;
        return failed ?? { retryInMs: null };
      }
      const { page, serverTime } = answer.value;
      // [PL-6] Somebody else's session answered: as good as none, and not to be asked again at once.
      if (page.principal !== account) {
        await writing;
        return (await this.#failure({ kind: 'signed-out' }, fence)) ?? 'done';
      }
      // Neither the end nor a step towards it: the next would be the same.
      if (!page.end.complete && page.end.cursor === page.from) {
        await writing;
        return { retryInMs: null };
      }
      done += page.records.length;
      // The next page is on its way, and this one is sealed, while the one before is written. Should that one not be taken,
      // both are thrown away.
      if (!page.end.complete) next = this.#fetch({ ...place, cursor: page.end.cursor });
      if (page.reset) generation += 1;
      const sealed = page.records.length > sealAheadFrom ? sealPage(this.#options.replica, page, generation) : null;
      const before = await this.#conclude(writing);
      if (before) return before;
      const progress = { online: true, phase: isFirst ? 'first-sync' : 'syncing', done, left: page.end.left } as const;
      writing = this.#apply(fence, { page, serverTime, progress, ...(sealed ? { sealed } : {}) });
      // Thrown away or not, it is somebody's promise.
      writing.catch(() => undefined);
      if (!page.end.complete) continue;
      const last = await this.#conclude(writing);
      if (last) return last;
      const applied = await writing;
      if (applied === 'stale') return 'again';
      this.#confirm(page);
      if (applied.isWhole) {
        this.#comeToRest({ clientId, cursor: page.end.cursor }, applied.waits);
        return applied.waits ? 'again' : 'done';
      }
      const mended = await mend(this.#options, fence, { collections: applied.diverged, signal: this.#abort.signal });
      const pulled = { ...mended, serverTime, nowMs: this.#options.clock.now() };
      const waits = await this.#options.replica.store.tx('relaxed', () => putPulled(fence, pulled));
      return waits ? 'again' : 'done';
    }
  }

  /** What a page that was written says of going on; null: nothing stands in the way. */
  async #conclude(writing: Promise<Applied | 'stale'> | null): Promise<Verdict | null> {
    const applied = await writing;
    if (applied === 'stale') return 'again';
    return applied?.isNewClient ? this.#beginAnew() : null;
  }

  /** [PU-3] A locked device delivers only what its key is registered for. A server to which no history fits is asked ever less. */
  async #beginAnew(): Promise<Verdict> {
    this.#newClients += 1;
    const isFirst = this.#newClients === 1;
    const isKnown = await this.#options.registerKey();
    return isFirst && isKnown ? 'again' : { retryInMs: null };
  }

  /** [SE-2] Applies a page that the server sent by itself for a replica that rests at this place. */
  async takeOffer(fence: Fence, place: Place, found: FoundPage): Promise<Verdict> {
    return this.#afterPage(await this.#apply(fence, { ...found, progress: {} }), place.clientId, found.page);
  }

  /** What follows a page that nobody pulled; whatever is not right with it, an ordinary pull mends. */
  async #afterPage(applied: Applied | 'stale', clientId: string, page: PulledPage): Promise<Verdict> {
    if (applied !== 'stale') this.#confirm(page);
    const isGood = applied !== 'stale' && applied.complete && applied.isWhole && !applied.isNewClient;
    if (!isGood) {
      this.#pullWanted = true;
      return applied !== 'stale' && applied.isNewClient ? this.#beginAnew() : 'again';
    }
    this.#comeToRest({ clientId, cursor: page.end.cursor }, applied.waits);
    return applied.waits || this.#pullWanted || this.#pullOwed ? 'again' : 'done';
  }

  /** Nobody waits for it: a server that answers nothing holds up no cycle, and a word that is lost is said again. */
  #confirm(page: PulledPage): void {
    confirmOutcomes(this.#options, page, this.#abort.signal).catch(() => undefined);
  }

  #comeToRest(place: Place, waits: boolean): void {
    if (!waits) this.#newClients = 0;
    this.#rest = place;
    this.#options.onRest?.(place);
  }

  #fetch(request: PullRequest) {
    const { transport, replica } = this.#options;
    const answer = fetchPage({ transport, sodium: replica.sodium }, request, this.#abort.signal);
    // Thrown away or not, it is somebody's promise.
    answer.catch(() => undefined);
    return answer satisfies Promise<PullAnswer>;
  }

  /** One transaction for the page, its progress and, at the end, the word that all is in. */
  #apply(fence: Fence, input: PageToApply): Promise<Applied | 'stale'> {
    return this.#write(durabilityOf(input.page), this.#pageBody(fence, input));
  }

  #pageBody(fence: Fence, { page, serverTime, progress, sealed }: PageToApply): TxBody<Applied | 'stale'> {
    const { replica, clock, log } = this.#options;
    const onProblem = (uid: string): void => this.#onProblem(uid);
    const options = { onProblem, held: this.#held, serverTime, ...(sealed ? { sealed } : {}) };
    return function* () {
      const applied = yield* applyPage(replica, fence, page, options);
      if (applied === 'stale') return applied;
      if (applied.nameless > 0) log.error('sync.refused_records', { count: applied.nameless });
      if (!applied.complete) yield* putStatus(fence, progress);
      if (applied.isRestored) yield* putStatus(fence, { toRead: 'server-restored' });
      if (applied.isUnexplained) yield* putStatus(fence, { toRead: 'unexplained-reset' });
      const isEnd = applied.complete && applied.isWhole && !applied.isNewClient;
      const pulled = { isAgreed: true, isMended: true, serverTime, nowMs: clock.now() };
      const standing = applied.isRestored || applied.isUnexplained ? undefined : applied.standing;
      return { ...applied, waits: isEnd && (yield* putPulled(fence, pulled, standing)) };
    };
  }

  /** What this writes to the outbox is no news to it. */
  async #write<R>(durability: Durability, body: TxBody<R>): Promise<R> {
    this.#isWriting = true;
    try {
      return await this.#options.replica.store.tx(durability, body);
    } finally {
      this.#isWriting = false;
    }
  }

  /** Null where our server answered; else what to do. */
  async #failure(answer: TransportAnswer<unknown>, fence: Fence): Promise<Verdict | null> {
    switch (answer.kind) {
      case 'answered':
        return null;
      case 'signed-out':
        await this.writeStatus(fence, { problem: 'signed-out' });
        return { retryInMs: signedOutMs };
      case 'client-too-old':
        await this.writeStatus(fence, { problem: 'client-too-old' });
        return { retryInMs: retryCaps.idleMs };
      case 'retry':
        return { retryInMs: answer.delayMs ?? null };
      case 'refused':
        this.#options.log.error('sync.refused', { code: answer.code });
        return { retryInMs: null };
      case 'unreachable':
        return { retryInMs: null };
    }
  }

  #onProblem(uid: string): void {
    this.#options.log.error('sync.mutator_failed', { uid });
  }

  async writeStatus(fence: Fence, change: StatusChange): Promise<void> {
    await this.#options.replica.store.tx('relaxed', () => putStatus(fence, change));
  }

  /** Says that rows are on their way once that has lasted; the returned function takes it back. */
  #sayIfSlow(fence: Fence, request: PushRequest): () => void {
    const say = function* (): Body<void> {
      yield* putStatus(fence, { phase: 'syncing' });
      yield* raiseSent(fence, request);
    };
    return this.#options.clock.after(slowMs, () => {
      this.#options.replica.store.tx('relaxed', say).catch((error: unknown) => {
        // Another tab leads by now: what there is to say is its own to say.
        if (error instanceof DeposedError) return;
        this.#options.log.error('sync.status_failed', { kind: error instanceof Error ? error.name : 'unknown' });
      });
    });
  }
}

/** What became of a page, and whether something waits to go out. */
type Applied = ApplyResult & { readonly waits: boolean };

interface PageToApply extends FoundPage {
  readonly sealed?: SealedPage;
  readonly progress: Partial<Meta<'status'>>;
}
