import type { Random, StoreChange } from '../../ports.ts';
import { retryDelayMs } from '../../core/backoff.ts';
import type { CycleOptions } from './cycle-context.ts';
import { DeposedError, type Fence } from '../replica/fence.ts';
import { Leader } from './leader.ts';
import { readPage, type Place } from '../pull/pull.ts';
import { LockedError } from '../replica/replica.ts';
import { StallDetector } from './stall-detector.ts';
import { SyncCycle } from './sync-cycle.ts';
import { readWork } from '../status/sync-status.ts';
import { Upkeep } from '../heal/upkeep.ts';
import { pollMs, retryCaps, retryLater, type CycleVerdict } from './verdict.ts';

export interface SyncEngineOptions extends CycleOptions {
  readonly random: Random;
  /** Unique per running engine: one per tab. */
  readonly owner: string;
  /** The store says that this tab was locked since. */
  readonly onLocked: () => void;
  /** This engine took or lost the lead: what only the leader needs (a socket) starts and stops with it. */
  readonly onLeadChange?: (leads: boolean) => void;
}

/** A page that the server sent by itself, and where it goes on from. */
interface Offer {
  readonly place: Place;
  readonly lines: readonly string[];
}

/** What one cycle does while this engine leads. */
type Job = (fence: Fence) => Promise<CycleVerdict>;

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
  readonly #syncCycle: SyncCycle;
  readonly #stalls: StallDetector;
  readonly #upkeep: Upkeep;
  #running: Promise<void> | null = null;
  #wanted = false;
  /** Came while a cycle was under way: its turn is after that, for where the replica rests then. */
  #offered: Offer | null = null;
  #failures = 0;
  #cancelTimer: (() => void) | null = null;
  /** When the timer runs out. */
  #dueMs = 0;
  /** The last attempt got no answer at all. */
  #isDead = false;
  /** Something came to wait while nothing could be sent: an attempt under way has not seen it. */
  #cameMeanwhile = false;
  #stopWatching: (() => void) | null = null;
  #stopAwaiting: (() => void) | null = null;
  /** The last commit that was announced: what waits was looked for on that word, and is not once more when it is made. */
  #announced: string | null = null;
  #stopped = false;
  #visible = true;
  #idleResolvers: (() => void)[] = [];

  constructor(options: SyncEngineOptions) {
    this.#options = options;
    // A request that hears nothing goes on, but who looks at the screen must not take that for a connection.
    this.#stalls = new StallDetector(options.clock, () => this.#sayOffline());
    this.#syncCycle = new SyncCycle({ ...options, transport: this.#stalls.listenTo(options.transport) });
    this.#upkeep = new Upkeep({ ...options, onFound: () => this.wake() });
    this.#leader = new Leader({
      store: options.replica.store,
      clock: options.clock,
      owner: options.owner,
      onChange: (fence) => {
        options.onLeadChange?.(fence !== null);
        // Another tab may take over from here on: what this one has under way must not go on beside it.
        if (!fence) this.#syncCycle.abort();
        if (fence) this.#upkeep.start(fence);
        else this.#upkeep.stop();
        if (fence) this.wake();
      },
    });
  }

  start(): void {
    this.#stopWatching = this.#options.replica.store.watch((change) => {
      // What this engine takes out of the outbox itself is no news.
      if (this.#syncCycle.isWriting) return;
      if (change.tables.has('outbox') && !this.#isKnown(change)) this.#noteWork();
      // [BR-4] Somebody came upon a record that is broken here.
      if (change.metas?.has('broken')) this.wake();
    });
    this.#stopAwaiting = this.#options.replica.store.watchComing((announced) => {
      this.#announced = announced;
      this.#noteWork();
    });
    this.#leader.start();
  }

  stop(): void {
    this.#stopped = true;
    this.#syncCycle.abort();
    this.#cancelTimer?.();
    this.#stopWatching?.();
    this.#stopAwaiting?.();
    this.#leader.stop();
    this.#settleIdle();
  }

  #isKnown({ announced }: StoreChange): boolean {
    return announced !== undefined && announced === this.#announced;
  }

  /** Something may have changed, here or there: cycle now, whatever the backoff said. */
  wake(): void {
    this.#syncCycle.wantPull();
    this.#wakeToPush();
  }

  /**
   * [SE-8] Something waits to be sent. While no answer comes the timer goes on asking, within the eager pause: a save reads and
   * encodes nothing for an attempt that would fail.
   */
  #noteWork(): void {
    if (!this.#isDead) {
      this.#wakeToPush();
      return;
    }
    this.#cameMeanwhile = true;
    if (this.#dueMs > this.#options.clock.now() + retryCaps.eagerMs) this.#schedule(retryCaps.eagerMs);
  }

  #wakeToPush(): void {
    this.#wanted = true;
    this.#cancelTimer?.();
    this.#run();
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (!visible) return;
    // Somebody is back, and what is under way may hang on a line that died meanwhile: a new request takes a new one.
    if (this.#stalls.isStalled) this.#syncCycle.abort();
    this.wake();
  }

  get leads(): boolean {
    return this.#leader.fence !== null;
  }

  /**
   * [SE-2] A page that the server sends by itself, with the place that it goes on from. If this replica still rests there it
   * is applied as a pull's page; else, and whatever is not right with it, an ordinary cycle asks instead.
   */
  offer(place: Place, lines: readonly string[]): void {
    const offer: Offer = { place, lines };
    if (this.#running && !this.#offered) {
      this.#offered = offer;
      return;
    }
    const job = this.#running ? null : this.#jobOf(offer);
    if (job) this.#run(job);
    else this.wake();
  }

  /** Null where the page is not of here and now. */
  #jobOf({ place, lines }: Offer): Job | null {
    const { rest } = this.#syncCycle;
    const isHere = rest !== null && rest.clientId === place.clientId && rest.cursor === place.cursor;
    const found = isHere ? readPage(this.#options.replica.sodium, place, lines) : null;
    return found && ((fence) => this.#syncCycle.takeOffer(fence, place, { ...found, askedMs: null }));
  }

  /** Cycles once more and resolves when that attempt is over, whatever came of it. */
  async cycleOnce(): Promise<void> {
    if (this.#stopped || !this.#leader.fence) return;
    const over = new Promise<void>((resolve) => this.#idleResolvers.push(resolve));
    this.wake();
    await over;
  }

  #run(job: Job = (fence) => this.#syncCycle.pushThenPull(fence)): void {
    if (this.#running || this.#stopped || !this.#leader.fence) return;
    this.#running = this.#cycle(job).finally(() => {
      this.#running = null;
      if (this.#stopped || !this.#leader.fence) this.#offered = null;
      if (this.#offered) this.#runOffered(this.#offered);
      else if (this.#wanted && !this.#stopped && this.#leader.fence) this.#run();
      else this.#settleIdle();
    });
  }

  /** Nothing that was wanted before is forgotten over it. */
  #runOffered(offer: Offer): void {
    this.#offered = null;
    const wanted = this.#wanted;
    const job = this.#jobOf(offer);
    if (job) this.#run(job);
    else this.wake();
    this.#wanted ||= wanted;
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
    this.#syncCycle.begin();
    let verdict: CycleVerdict;
    try {
      verdict = await job(fence);
    } catch (error) {
      if (error instanceof LockedError) {
        this.#options.onLocked();
        return;
      }
      // Whoever stopped it has closed the storage too.
      if (error instanceof DeposedError || this.#stopped) return;
      // Storage or a bug: said aloud with its kind, and tried again like a dead network.
      this.#options.log.error('sync.cycle_failed', { kind: error instanceof Error ? error.name : 'unknown' });
      verdict = retryLater;
    }
    await this.#conclude(verdict, fence).catch((error: unknown) => {
      this.#options.log.error('sync.status_failed', { kind: error instanceof Error ? error.name : 'unknown' });
      // [SE-1] Storage that could not take the status must not be the last thing that this engine ever did.
      this.#schedule(retryCaps.eagerMs);
    });
  }

  async #conclude(verdict: CycleVerdict, fence: Fence): Promise<void> {
    this.#isDead = verdict.kind === 'retry' && verdict.inMs === null;
    if (verdict.kind !== 'retry') {
      this.#wanted ||= this.#cameMeanwhile;
      this.#cameMeanwhile = false;
    }
    if (verdict.kind === 'done') {
      this.#failures = 0;
      this.#schedule(pollMs);
      return;
    }
    if (verdict.kind === 'hold') {
      this.#failures = 0;
      this.#schedule(verdict.ms);
      return;
    }
    if (verdict.kind === 'again') {
      this.#failures = 0;
      this.#wanted = true;
      return;
    }
    this.#failures += 1;
    await this.#syncCycle.writeStatus(fence, { online: false, phase: 'idle' });
    const cap =
      this.#visible || (await this.#options.replica.store.read(readWork)).waits
        ? retryCaps.eagerMs
        : retryCaps.hiddenMs;
    const chance = (this.#options.random.bytes(1)[0] ?? 0) / 255;
    this.#schedule(verdict.inMs ?? retryDelayMs(this.#failures, cap, chance));
  }

  #schedule(delayMs: number): void {
    this.#cancelTimer?.();
    if (this.#stopped) return;
    const { clock } = this.#options;
    this.#dueMs = clock.now() + delayMs;
    this.#cancelTimer = clock.after(delayMs, () => this.wake());
  }

  #sayOffline(): void {
    const { fence } = this.#leader;
    if (!fence) return;
    this.#syncCycle.writeStatus(fence, { online: false }).catch((error: unknown) => {
      this.#options.log.error('sync.status_failed', { kind: error instanceof Error ? error.name : 'unknown' });
    });
  }
}
