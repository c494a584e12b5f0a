import type { Clock, Log, Random, Transport, TransportAnswer } from '../ports.ts';
import { retryDelayMs } from '../core/backoff.ts';
import { applyPage, durabilityOf, type ApplyResult, type PulledPage } from './apply-pull.ts';
import { DeposedError, type Fence } from './fence.ts';
import { HeldKeys } from './held-keys.ts';
import { heal } from './heal.ts';
import { Leader } from './leader.ts';
import type { Meta } from './meta.ts';
import { isRowRefusal } from './isolation.ts';
import { acceptPush, narrowPush, parsePushResponse, preparePush } from './push.ts';
import { fetchPage, readPage, type Place, type PullAnswer, type PullRequest } from './pull.ts';
import { LockedError, type Replica } from './replica.ts';
import { putPulled, putStatus, readWork, type Work } from './sync-status.ts';

export interface SyncEngineOptions {
  readonly replica: Replica;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Unique per running engine: one per tab. */
  readonly owner: string;
  /** The server does not know the outbox key: register it (again); resolves when a push may be tried. */
  readonly registerKey: () => Promise<boolean>;
  /** The store says that this tab was locked since. */
  readonly onLocked: () => void;
  /** This engine took or lost the lead: what only the leader needs (a socket) starts and stops with it. */
  readonly onLeadChange?: (leads: boolean) => void;
  /** Everything up to this place is in: a server that is told may send what follows by itself. */
  readonly onRest?: (place: Place) => void;
}

/** With work waiting or someone looking, a dead network is tried again at least this often. */
const eagerCapMs = 3000;
const idleCapMs = 24_000;
/** A session may be back without a word to this tab: renewed by another, or the server is itself again. */
const signedOutMs = 10_000;
/** Without any sign of change a complete replica asks again this often. */
const pollMs = 24_000;

/** Most pushes before a pull. */
const pushesPerCycle = 8;

/** A request that is answered sooner than this is not worth a word on screen. */
const slowMs = 300;

/** What one cycle does while this engine leads. */
type Job = (fence: Fence) => Promise<Verdict>;

type Verdict = 'done' | 'again' | { readonly retryInMs: number | null } | { readonly holdMs: number };

/**
 * Delivers the outbox and follows the change log, one leader per replica.
 *
 *   idle --(write | poke | focus | timer)--> cycle: push until drained, then pull until complete --> idle
 *   cycle --(no answer)--> waits 0.5, 1, 2, … s --> cycle
 *
 * [SE-1] Whatever failed, a later cycle always comes: from the timer if from nothing else.
 */
export class SyncEngine {
  readonly #options: SyncEngineOptions;
  readonly #leader: Leader;
  #running: Promise<void> | null = null;
  #wanted = false;
  #failures = 0;
  #cancelTimer: (() => void) | null = null;
  #stopWatching: (() => void) | null = null;
  #stopped = false;
  #visible = true;
  #applying = false;
  #pullWanted = true;
  readonly #held = new HeldKeys();
  #rest: Place | null = null;
  #abort = new AbortController();
  #idleResolvers: (() => void)[] = [];

  constructor(options: SyncEngineOptions) {
    this.#options = options;
    this.#leader = new Leader({
      store: options.replica.store,
      clock: options.clock,
      owner: options.owner,
      onChange: (fence) => {
        options.onLeadChange?.(fence !== null);
        // Another tab may take over from here on: what this one has under way must not go on beside it.
        if (!fence) this.#abort.abort();
        if (fence) this.wake();
      },
    });
  }

  start(): void {
    this.#stopWatching = this.#options.replica.store.watch((change) => {
      // What this engine takes out of the outbox itself is no news.
      if (change.tables.has('outbox') && !this.#applying) this.#wakeToPush();
    });
    this.#leader.start();
  }

  stop(): void {
    this.#stopped = true;
    this.#abort.abort();
    this.#cancelTimer?.();
    this.#stopWatching?.();
    this.#leader.stop();
    this.#settleIdle();
  }

  /** Something may have changed, here or there: cycle now, whatever the backoff said. */
  wake(): void {
    this.#pullWanted = true;
    this.#wakeToPush();
  }

  #wakeToPush(): void {
    this.#wanted = true;
    this.#cancelTimer?.();
    this.#run();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (visible) this.wake();
  }

  get leads(): boolean {
    return this.#leader.fence !== null;
  }

  /**
   * [SE-2] A page that the server sends by itself, with the place that it goes on from. If this replica still rests there it
   * is applied as a pull's page; else, and whatever is not right with it, an ordinary cycle asks instead.
   */
  offer(place: Place, lines: readonly string[]): void {
    const rest = this.#rest;
    const isHere = rest !== null && rest.clientId === place.clientId && rest.cursor === place.cursor;
    const found = isHere && !this.#running ? readPage(place, lines) : null;
    if (found) this.#run((fence) => this.#takeOffer(fence, place, found));
    else this.wake();
  }

  /** Cycles once more and resolves when that attempt is over, whatever came of it. */
  async cycleOnce(): Promise<void> {
    if (this.#stopped || !this.#leader.fence) return;
    const over = new Promise<void>((resolve) => this.#idleResolvers.push(resolve));
    this.wake();
    await over;
  }

  #run(job: Job = (fence) => this.#pushThenPull(fence)): void {
    if (this.#running || this.#stopped || !this.#leader.fence) return;
    this.#running = this.#cycle(job).finally(() => {
      this.#running = null;
      if (this.#wanted && !this.#stopped && this.#leader.fence) this.#run();
      else this.#settleIdle();
    });
  }

  #settleIdle(): void {
    const resolvers = this.#idleResolvers;
    this.#idleResolvers = [];
    for (const resolve of resolvers) resolve();
  }

  async #cycle(job: Job): Promise<void> {
    this.#wanted = false;
    const { fence } = this.#leader;
    if (!fence) return;
    this.#abort = new AbortController();
    let verdict: Verdict;
    try {
      verdict = await job(fence);
    } catch (error) {
      if (error instanceof LockedError) {
        this.#options.onLocked();
        return;
      }
      if (error instanceof DeposedError) return;
      // Storage or a bug: said aloud with its kind, and tried again like a dead network.
      this.#options.log.error('sync.cycle_failed', { kind: error instanceof Error ? error.name : 'unknown' });
      verdict = { retryInMs: null };
    }
    await this.#conclude(verdict, fence).catch((error: unknown) => {
      this.#options.log.error('sync.status_failed', { kind: error instanceof Error ? error.name : 'unknown' });
      // [SE-1] Storage that could not take the status must not be the last thing that this engine ever did.
      this.#schedule(eagerCapMs);
    });
  }

  async #conclude(verdict: Verdict, fence: Fence): Promise<void> {
    if (verdict === 'done') {
      this.#failures = 0;
      this.#schedule(pollMs);
      return;
    }
    if (typeof verdict === 'object' && 'holdMs' in verdict) {
      this.#failures = 0;
      this.#schedule(verdict.holdMs);
      return;
    }
    if (verdict === 'again') {
      this.#failures = 0;
      this.#wanted = true;
      return;
    }
    this.#failures += 1;
    await this.#writeStatus(fence, { online: false, phase: 'idle' });
    const cap = this.#visible || (await this.#options.replica.store.read(readWork)).waits ? eagerCapMs : idleCapMs;
    const chance = (this.#options.random.bytes(1)[0] ?? 0) / 255;
    this.#schedule(verdict.retryInMs ?? retryDelayMs(this.#failures, cap, chance));
  }

  #schedule(delayMs: number): void {
    this.#cancelTimer?.();
    if (this.#stopped) return;
    this.#cancelTimer = this.#options.clock.after(delayMs, () => this.wake());
  }

  async #pushThenPull(fence: Fence): Promise<Verdict> {
    // Only looked at here: most cycles have nothing to send, and a writing transaction would hold up the person's own.
    const { store } = this.#options.replica;
    const work = await store.read(readWork);
    const pushed = work.waits ? await this.#pushAll(fence, work.mark) : 'done';
    const isHeld = typeof pushed === 'object' && 'holdMs' in pushed;
    // Somebody is typing: nothing to ask the server for, unless it said that there is.
    if (pushed !== 'done' && !(isHeld && this.#pullWanted)) return pushed;
    this.#pullWanted = false;
    // A push may have moved the outbox to another client id.
    const pulled = await this.#pullAll(fence, work.waits ? await store.read(readWork) : work);
    return isHeld && (pulled === 'again' || pulled === 'done') ? pushed : pulled;
  }

  async #pushAll(fence: Fence, likelyMark: number): Promise<Verdict> {
    const { replica, transport, clock } = this.#options;
    let keyTries = 0;
    for (let pushes = 1; ; pushes += 1) {
      const request = await replica.store.tx('strict', () => preparePush(fence, clock.now(), likelyMark));
      if (!request) return 'done';
      if ('holdMs' in request) return { holdMs: request.holdMs };
      const answered = this.#sayIfSlow(fence, { phase: 'syncing' });
      const { principal } = replica.actor;
      const answer = await transport.push({ ...request, principal }, this.#abort.signal).finally(answered);
      if (answer.kind === 'refused' && isRowRefusal(answer.code)) {
        const { code } = answer;
        // [PU-6] Something in it cannot pass: the next push is smaller, at once, until that row is found.
        const narrowed = await replica.store.tx('strict', () => narrowPush(fence, request, code));
        if (narrowed === 'narrowed') continue;
      }
      const failed = await this.#failure(answer, fence);
      if (failed) return failed;
      const response = answer.kind === 'answered' ? parsePushResponse(answer.value) : null;
      if (!response) return { retryInMs: null };
      const step = await replica.store.tx('relaxed', function* () {
        const taken = yield* acceptPush(replica, fence, response);
        yield* putStatus(fence, { online: true, ...(taken === 'lost-outbox' ? { problem: taken } : {}) });
        return taken;
      });
      if (step === 'register-key' || step === 'new-client' || step === 'lost-outbox') {
        keyTries += 1;
        if (keyTries > 2 || !(await this.#options.registerKey())) return { retryInMs: null };
      }
      // What is settled leaves the outbox with a pull: whoever writes without pause must not keep it from coming.
      if (step === 'drained' || pushes >= pushesPerCycle) return 'done';
      // Quarantined rows stay here until this device is signed in again; asking at once again would change nothing.
      if (step === 'quarantined') return { holdMs: pollMs };
    }
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
    if (isFirst) await this.#writeStatus(fence, { phase: 'first-sync' });
    let done = 0;
    for (;;) {
      const answer = await next;
      const failed = await this.#failure(answer, fence);
      if (failed) return failed;
      if (answer.kind !== 'answered') return { retryInMs: null };
      const { page, serverTime } = answer.value;
      // [PL-6] Somebody else's session answered: as good as none, and not to be asked again at once.
      if (page.principal !== account) return (await this.#failure({ kind: 'signed-out' }, fence)) ?? 'done';
      done += page.records.length;
      // The next page is on its way while this one is written. Should this one not be taken, it is thrown away.
      if (!page.end.complete) next = this.#fetch({ ...place, cursor: page.end.cursor });
      const progress = { online: true, phase: isFirst ? 'first-sync' : 'syncing', done, left: page.end.left } as const;
      const applied = await this.#apply(fence, { page, serverTime, progress });
      if (applied === 'stale') return 'again';
      if (applied.isNewClient) {
        await this.#options.registerKey();
        return 'again';
      }
      if (!applied.complete) continue;
      if (applied.isWhole) {
        this.#comeToRest({ clientId, cursor: page.end.cursor });
        return applied.waits ? 'again' : 'done';
      }
      const isWhole = await heal(this.#options, fence, { collections: applied.diverged, signal: this.#abort.signal });
      const pulled = { isWhole, serverTime, nowMs: this.#options.clock.now() };
      const waits = await this.#options.replica.store.tx('relaxed', () => putPulled(fence, pulled));
      return waits ? 'again' : 'done';
    }
  }

  async #takeOffer(
    fence: Fence,
    place: Place,
    found: { readonly page: PulledPage; readonly serverTime: string },
  ): Promise<Verdict> {
    const applied = await this.#apply(fence, { ...found, progress: {} });
    const isGood = applied !== 'stale' && applied.complete && applied.isWhole && !applied.isNewClient;
    if (!isGood) {
      this.#pullWanted = true;
      return 'again';
    }
    this.#comeToRest({ ...place, cursor: found.page.end.cursor });
    return applied.waits ? 'again' : 'done';
  }

  #comeToRest(place: Place): void {
    this.#rest = place;
    this.#options.onRest?.(place);
  }

  #fetch(request: PullRequest) {
    const answer = fetchPage(this.#options.transport, request, this.#abort.signal);
    // Thrown away or not, it is somebody's promise.
    answer.catch(() => undefined);
    return answer satisfies Promise<PullAnswer>;
  }

  /** One transaction for the page, its progress and, at the end, the word that all is in. */
  async #apply(fence: Fence, input: PageToApply): Promise<(ApplyResult & { readonly waits: boolean }) | 'stale'> {
    const { replica, clock } = this.#options;
    const { page, serverTime, progress } = input;
    const options = { onProblem: (uid: string): void => this.#onProblem(uid), held: this.#held };
    this.#applying = true;
    try {
      return await replica.store.tx(durabilityOf(page), function* () {
        const applied = yield* applyPage(replica, fence, page, options);
        if (applied === 'stale') return applied;
        if (!applied.complete) yield* putStatus(fence, progress);
        const isEnd = applied.complete && applied.isWhole && !applied.isNewClient;
        const pulled = { isWhole: true, serverTime, nowMs: clock.now() };
        return { ...applied, waits: isEnd && (yield* putPulled(fence, pulled)) };
      });
    } finally {
      this.#applying = false;
    }
  }

  /** Null where our server answered; else what to do. */
  async #failure(answer: TransportAnswer<unknown>, fence: Fence): Promise<Verdict | null> {
    switch (answer.kind) {
      case 'answered':
        return null;
      case 'signed-out':
        await this.#writeStatus(fence, { problem: 'signed-out' });
        return { retryInMs: signedOutMs };
      case 'client-too-old':
        await this.#writeStatus(fence, { problem: 'client-too-old' });
        return { retryInMs: idleCapMs };
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

  async #writeStatus(fence: Fence, change: Partial<Meta<'status'>>): Promise<void> {
    await this.#options.replica.store.tx('relaxed', () => putStatus(fence, change));
  }

  /** Says something once it has lasted; the returned function takes it back. */
  #sayIfSlow(fence: Fence, change: Partial<Meta<'status'>>): () => void {
    return this.#options.clock.after(slowMs, () => {
      this.#writeStatus(fence, change).catch((error: unknown) => {
        this.#options.log.error('sync.status_failed', { kind: error instanceof Error ? error.name : 'unknown' });
      });
    });
  }
}

interface PageToApply {
  readonly page: PulledPage;
  readonly serverTime: string;
  readonly progress: Partial<Meta<'status'>>;
}
