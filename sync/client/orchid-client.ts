import type { ReplicaStore } from '../ports.ts';
import type { Json } from '../core/record.ts';
import type {
  AttentionItem,
  LeaseState,
  MutateOptions,
  MutateResult,
  OrchidClient,
  PendingChange,
  RangeQuery,
  SeenRecord,
  SessionState,
  SignInResult,
  SyncProblem,
  SyncStatus,
  UnlockResult,
} from './api.ts';
import type { ClientPorts } from './client-ports.ts';
import {
  deviceStoreName,
  forgetAccount,
  keepAccount,
  sealAccount,
  readCurrentAccount,
  writeAccount,
  type DeviceAccount,
} from './device.ts';
import { everyInactivityCheck, isIdleTooLong, lockingAt } from './inactivity.ts';
import { Value } from './observable.ts';
import { setDebt, untilBegun, type SessionDebt } from './session-debt.ts';
import { SessionKeeper } from './session-keeper.ts';
import { keysAtStart } from './keys-at-start.ts';
import { getSeen, rangeSeen } from './reads.ts';
import { registryStamp } from './registry-stamp.ts';
import { raiseLock } from './replica-keys.ts';
import { LockedError } from './replica.ts';
import { authOf, openWithPassword, signInOnline, type SignInInput, type OpenedReplica } from './session.ts';
import { SealedWorkWatch } from './sealed-work.ts';
import { StatusBoard } from './status-board.ts';
import { dropRead } from './sync-status.ts';
import { isUnreadable, StoreError } from '../store/store-error.ts';
import { closeReplica, isSameReplica, unlockReplica, type Unlocked } from './unlocked.ts';
import { watchRange, watchRecord, type WatchSink } from './watch.ts';
import { countWork, dropAttention, listAttention, listPending } from './work-list.ts';
import { lockedResult, writeMutation } from './write.ts';

/** How long locking waits for text on its way to the device. */
const flushPatienceMs = 2000;

/** After this pause a locked screen that could not be told how much waits asks again. [RD-3] */
const recountAgainMs = 2000;

/** What could not be opened at the start is tried again after the first pause, then ever less often. */
const startAgainMs = { first: 2000, most: 30_000 } as const;

/** The engine as screens see it. Create one per tab and `start` it once. */
export class Client implements OrchidClient {
  readonly session = new Value<SessionState>({ kind: 'starting' });
  readonly status: Value<SyncStatus>;
  readonly lockingAt = new Value<number | null>(null);
  readonly lease = new Value<LeaseState>({ closed: 'none', ownUntil: null, sharedUntil: null });
  readonly #ports: ClientPorts;
  readonly #device: ReplicaStore;
  readonly #board: StatusBoard;
  readonly #keeper: SessionKeeper;
  #store: ReplicaStore | null = null;
  #unlocked: Unlocked | null = null;
  /** How often keys were dropped, or would have been. */
  #closings = 0;
  #signingIn = 0;
  #cancelRecount: (() => void) | null = null;

  constructor(ports: ClientPorts) {
    this.#ports = ports;
    this.#board = new StatusBoard(ports.clock);
    this.status = this.#board.value;
    this.#device = ports.openStore(deviceStoreName, () => this.#board.setProblem('closed-by-update', true));
    this.#board.watchWork(() => {
      if (this.session.get().kind === 'locked') void this.#recount();
    });
    ports.keyRelay.answer(() =>
      this.#unlocked ? { sub: this.#unlocked.account.sub, replicaKey: this.#unlocked.replicaKey } : null,
    );
    ports.tabs.listen((message) => {
      if (message === 'lock') void this.#dropKeys();
      if (message === 'signed-out') void this.#toSignedOut();
      if (message === 'session') void this.#keeper.learn();
    });
    this.#keeper = new SessionKeeper({
      ports,
      device: this.#device,
      board: this.#board,
      session: this.session,
      open: () => this.#unlocked,
      onError: (error) => this.#onReadError(error),
    });
  }

  /** Finds out whose device this is; opens the replica without asking where a live session allows it. */
  async start(): Promise<void> {
    everyInactivityCheck(this.#ports.clock, this.#ports.activity.read, () => void this.#lockIfIdle());
    await this.#startOrRetry(startAgainMs.first);
  }

  /** [RD-3] Nobody is told that they are signed out because this device could not be read. */
  async #startOrRetry(delayMs: number): Promise<void> {
    try {
      await this.#start();
    } catch (error) {
      this.#noteFailedStart(error);
      // Signed out by another tab meanwhile: that stands.
      if (this.session.get().kind === 'signed-out') return;
      this.session.set({ kind: 'unopened' });
      if (!isUnreadable(error)) return;
      this.#ports.clock.after(delayMs, () => {
        if (this.session.get().kind !== 'unopened') return;
        void this.#startOrRetry(Math.min(delayMs * 2, startAgainMs.most));
      });
    }
  }

  async #start(): Promise<void> {
    this.#keeper.payDebtUnasked();
    const account = await readCurrentAccount(this.#device);
    if (!account) {
      this.session.set({ kind: 'signed-out' });
      return;
    }
    this.#followStore(account);
    try {
      await this.#openUnasked(account);
    } catch (error) {
      if (error instanceof StoreError || this.session.get().kind === 'signed-out') throw error;
      // The password may open what the keys at hand do not: a replica that was evicted is made anew with it.
      this.#noteFailedStart(error);
      await this.#showLocked(account);
    }
  }

  async #openUnasked(account: DeviceAccount): Promise<void> {
    // [LK-2] A lock in another tab while keys are looked for holds.
    const closings = this.#closings;
    const found = await keysAtStart(this.#ports, account, () => this.#isIdleTooLong());
    if (!found) await this.#showLocked(account);
    else await this.#open(found.opened, found.isOffline, closings);
    if (found?.isOffline) void this.#keeper.revive(null);
  }

  #noteFailedStart(error: unknown): void {
    this.#ports.log.error('client.start_failed', { kind: error instanceof Error ? error.name : 'unknown' });
  }

  async signIn(input: SignInInput): Promise<SignInResult> {
    this.#signingIn += 1;
    try {
      return await this.#signIn(input);
    } finally {
      this.#signingIn -= 1;
    }
  }

  async #signIn(input: SignInInput): Promise<SignInResult> {
    await this.#keeper.payDebt();
    const before = await readCurrentAccount(this.#device);
    const closings = this.#closings;
    const result = await untilBegun(
      { device: this.#device, clock: this.#ports.clock },
      () => signInOnline(this.#ports, this.#device, input),
      ({ kind }) => kind === 'ok',
    );
    if (result.kind !== 'ok') return result;
    // [LK-2] A lock while the server was answering holds; the session that began is over with it.
    if (this.#closings !== closings && this.session.get().kind === 'locked')
      return this.#lockedMeanwhile(result.opened);
    // Cookies are the browser's: a tab that still shows the person before would speak with this one's session.
    if (before && before.sub !== result.opened.account.sub) this.#ports.tabs.post('signed-out');
    if (isSameReplica(this.#unlocked, result.opened)) {
      await this.#resume(result.opened);
      return { kind: 'ok' };
    }
    await this.#flushInTime();
    await this.#dropKeys();
    this.noteActivity();
    this.#followStore(result.opened.account);
    await this.#open(result.opened, false);
    this.#ports.tabs.post('session');
    return { kind: 'ok' };
  }

  async #lockedMeanwhile({ replicaKey, accountRoot }: OpenedReplica): Promise<SignInResult> {
    replicaKey.fill(0);
    accountRoot?.fill(0);
    await setDebt(this.#device, 'lock');
    void this.#keeper
      .settleDebt('lock', this.#keeper.askToEnd('lock'))
      .catch((error: unknown) => this.#onReadError(error));
    return { kind: 'failed', reason: 'unopened', message: 'This device was locked meanwhile. Please try again.' };
  }

  async unlock(password: string): Promise<UnlockResult> {
    try {
      return await this.#unlock(password);
    } catch (error) {
      // A part of the app that this needs could not be fetched, or storage failed: that says nothing of the password.
      this.#ports.log.error('client.unlock_failed', { kind: error instanceof Error ? error.name : 'unknown' });
      return { kind: 'failed', message: 'This device could not be opened just now. Please try again.' };
    }
  }

  async #unlock(password: string): Promise<UnlockResult> {
    const account = await readCurrentAccount(this.#device);
    if (!account) return { kind: 'failed', message: 'Nobody is signed in on this device.' };
    // [EV-2] A tab of an older build would index everything back.
    if (this.status.get().problems.includes('closed-by-update'))
      return { kind: 'failed', message: 'Orchid was updated in another tab. Reload this page to go on.' };
    const found = await openWithPassword(this.#ports, account, password);
    if (!found) return { kind: 'wrong-password' };
    this.noteActivity();
    const unlockedAccount = { ...account, locked: false };
    await writeAccount(this.#device, unlockedAccount);
    await this.#open({ ...found.opened, account: unlockedAccount }, true);
    void this.#keeper.revive(found.auth);
    return { kind: 'ok' };
  }

  /** [LK-3] The server ends the session too, and forgets the key by which a reload opened this device. */
  async lock(): Promise<void> {
    const account = this.#unlocked?.account ?? (await readCurrentAccount(this.#device));
    // The keys go first: storage that fails or hangs must not keep a screen open that should be locked.
    this.#ports.tabs.post('lock');
    const dropped = this.#dropKeys();
    const asked = this.#keeper.askToEnd('lock');
    try {
      if (account) await this.#sealOff(account, 'lock');
    } finally {
      await dropped;
      this.#ports.activity.clear();
      this.#ports.nudgeDeposit();
    }
    // Waited for by nobody: what is owed is paid by the service worker, or first thing when there is a network.
    void this.#keeper.settleDebt('lock', asked).catch((error: unknown) => this.#onReadError(error));
  }

  async logOut(choice: 'keep' | 'discard'): Promise<void> {
    const account = this.#unlocked?.account ?? (await readCurrentAccount(this.#device));
    // As with a lock: neither a network that swallows the question nor storage that fails leaves the screen open.
    this.#ports.tabs.post('signed-out');
    const dropped = this.#dropKeys();
    // Asked at once and waited for last; owed from the start, in case this page is gone before the answer.
    const asked = this.#keeper.askToEnd('logout');
    try {
      await setDebt(this.#device, 'logout');
      if (account && choice === 'keep') await this.#sealOff(account);
    } finally {
      await dropped;
      await this.#toSignedOut();
      this.#ports.activity.clear();
    }
    if (account && choice === 'discard') {
      await forgetAccount(this.#device, account.sub);
      await this.#ports.deleteStore(account.replicaName);
    }
    await this.#keeper.settleDebt('logout', asked);
  }

  async signOutEverywhere(password: string): Promise<UnlockResult> {
    const account = this.#unlocked?.account;
    if (!account) return { kind: 'failed', message: 'Nobody is signed in on this device.' };
    const auth = await authOf(this.#ports, account, password);
    const answer = await this.#ports.api.call('POST', '/api/login/v1/logout_everywhere', { password: auth });
    if (answer?.status === 200) {
      await this.logOut('keep');
      return { kind: 'ok' };
    }
    if (answer?.status === 400) return { kind: 'wrong-password' };
    if (answer?.status === 429) return { kind: 'failed', message: 'Too many attempts. Please wait a moment.' };
    return {
      kind: 'failed',
      message:
        'No answer came, so it is not known whether anybody was signed out. Please try again when there is a connection.',
    };
  }

  async get(collection: string, id: string): Promise<SeenRecord | undefined> {
    return this.#unlocked ? getSeen(this.#unlocked.replica, collection, id) : undefined;
  }

  async range(query: RangeQuery): Promise<readonly SeenRecord[]> {
    return this.#unlocked ? rangeSeen(this.#unlocked.replica, query) : [];
  }

  watchGet(collection: string, id: string, onChange: (record: SeenRecord | undefined) => void): () => void {
    const replica = this.#unlocked?.replica;
    return replica ? this.#watch(onChange, (sink) => watchRecord(replica, { collection, id }, sink)) : () => undefined;
  }

  watchRange(query: RangeQuery, onChange: (records: readonly SeenRecord[]) => void): () => void {
    const replica = this.#unlocked?.replica;
    return replica ? this.#watch(onChange, (sink) => watchRange(replica, query, sink)) : () => undefined;
  }

  async mutate(name: string, args: Json, options?: MutateOptions): Promise<MutateResult> {
    if (!this.#unlocked) return lockedResult;
    // A text that waited over a lock must not become the change of whoever unlocked next.
    if (options?.owner !== undefined && options.owner !== this.#unlocked.account.sub) return lockedResult;
    this.noteActivity();
    const result = await writeMutation(this.#unlocked.replica, this.#ports, {
      name,
      args,
      ...(options ? { options } : {}),
    });
    if (result.kind === 'saved') this.#ports.nudgeDeposit();
    if (result.kind === 'saved') this.#board.setProblem('quota', false);
    else if (result.kind === 'not-saved' && result.reason === 'quota') this.#board.setProblem('quota', true);
    return result;
  }

  async pending(): Promise<readonly PendingChange[]> {
    return this.#unlocked ? listPending(this.#unlocked.replica) : [];
  }

  async attention(): Promise<readonly AttentionItem[]> {
    return this.#unlocked ? listAttention(this.#unlocked.replica) : [];
  }

  async retry(uid: string, args?: Json): Promise<MutateResult> {
    const item = (await this.attention()).find((candidate) => candidate.uid === uid);
    if (!item) return lockedResult;
    // In one transaction: the change is made and the item goes, or the item says the newest words and why they stay.
    return this.mutate(item.name, args ?? item.args, { replaces: uid });
  }

  async dismiss(uid: string): Promise<void> {
    if (this.#unlocked) await dropAttention(this.#unlocked.replica, uid);
  }

  deviceTag(): string | null {
    return this.#unlocked?.tag ?? null;
  }

  watchSealedWork(onChange: (isHere: boolean) => void): () => void {
    const watch = new SealedWorkWatch({
      clock: this.#ports.clock,
      device: this.#device,
      openStore: (name) => this.#ports.openStore(name, () => undefined),
      openSub: () => this.#unlocked?.account.sub ?? null,
      onChange,
    });
    const unsubscribe = this.session.subscribe(() => watch.look());
    watch.start();
    return () => {
      unsubscribe();
      watch.stop();
    };
  }

  watchWork(onChange: () => void): () => void {
    return this.#board.watchWork(onChange);
  }

  async syncNow(): Promise<void> {
    await this.#unlocked?.engine.cycleOnce();
    // Whoever asked decides by what is said now.
    if (!this.#store) return;
    await this.#board.refresh(this.#store);
  }

  async noteProblemsRead(problems: readonly SyncProblem[]): Promise<void> {
    await this.#unlocked?.replica.store.tx('strict', () => dropRead(problems));
  }

  noteActivity(): void {
    this.#ports.activity.write(this.#ports.clock.now());
    this.lockingAt.set(null);
  }

  /** The page came to the front, went to the back, or the network may have changed. */
  noteVisible(visible: boolean): void {
    if (visible) void this.#lockIfIdle();
    if (visible) this.#unlocked?.lease.look();
    this.#unlocked?.engine.setVisible(visible);
    if (!visible || this.#unlocked) return;
    this.#ports.nudgeDeposit();
    // Not while somebody signs in: the debt of the last session is not the new one's.
    if (this.#signingIn === 0) this.#keeper.payDebtUnasked();
  }

  /** A worker or the socket says that there is something to fetch. */
  wake(): void {
    this.#unlocked?.engine.wake();
  }

  /** Without its wrap a live session's device key opens nothing: from here only the password does. */
  async #sealOff(account: DeviceAccount, owing?: SessionDebt): Promise<void> {
    await sealAccount(this.#device, account, owing);
    if (this.#store) await raiseLock(this.#store);
  }

  /** What is typed goes to the device first; a save that hangs must not keep a screen open. */
  #flushInTime(): Promise<void> {
    const patience = new Promise<void>((resolve) => this.#ports.clock.after(flushPatienceMs, resolve));
    return Promise.race([this.#ports.flush(), patience]);
  }

  /** [RD-3] While what is watched cannot be read, the indicator says so. */
  #watch<T>(onValue: (value: T) => void, start: (sink: WatchSink<T>) => () => void): () => void {
    const reader = {};
    const stop = start({
      clock: this.#ports.clock,
      onValue,
      onRead: () => this.#board.noteReader(reader, true),
      onError: (error) => {
        this.#board.noteReader(reader, !isUnreadable(error));
        this.#onReadError(error);
      },
    });
    return () => {
      stop();
      this.#board.noteReader(reader, true);
    };
  }

  #onReadError(error: unknown): void {
    if (error instanceof LockedError) void this.#dropKeys();
    else this.#ports.log.error('client.read_failed', { kind: error instanceof Error ? error.name : 'unknown' });
  }

  #followStore(account: DeviceAccount): void {
    this.#store?.close();
    this.#store = this.#ports.openStore(account.replicaName, () => this.#board.setProblem('closed-by-update', true));
    this.#board.follow(this.#store);
  }

  /** `closings`: how often keys had been dropped when those of `opened` were asked for. */
  async #open(opened: OpenedReplica, offlineUnlock: boolean, closings = this.#closings): Promise<void> {
    const { account } = opened;
    const store = this.#store;
    if (!store) throw new Error('no store');
    const unlocked = await unlockReplica(this.#ports, { device: this.#device, store }, opened, {
      isOffline: offlineUnlock,
      isWanted: () => this.#closings === closings,
      onLocked: () => void this.#dropKeys(),
      onLease: (state) => this.lease.set(state),
    });
    if (!unlocked) {
      if (this.session.get().kind !== 'signed-out') await this.#showLocked(account);
      return;
    }
    if (opened.isUnwritten && this.#closings === closings) {
      // What the old row's wraps opened is known to open: only now may the new ones take their place.
      await writeAccount(this.#device, account);
      // [LK-2] A lock that came meanwhile had its word overwritten.
      if (this.#closings !== closings) await this.#sealOff(account, 'lock');
    }
    if (this.#closings !== closings) {
      await closeReplica(unlocked);
      return;
    }
    this.#unlocked = unlocked;
    await this.#keeper.signBy(opened.facts);
    this.#board.setBuild(registryStamp(unlocked.replica.registry));
    this.session.set({ kind: 'unlocked', sub: account.sub, needsSignIn: offlineUnlock });
    this.#ports.tabs.post('unlocked');
    this.#board.setStorage(await this.#ports.persistStorage());
  }

  /**
   * [SI-1] The same person signed in again over an open replica: nothing is closed, no screen goes away, what is being
   * typed stays where it is. Only the session is new.
   */
  async #resume(opened: OpenedReplica): Promise<void> {
    const before = this.#unlocked;
    if (!before) return;
    this.noteActivity();
    // A new object: whoever still asks for the old session finds that it is over.
    const unlocked: Unlocked = { ...before, account: opened.account };
    this.#unlocked = unlocked;
    opened.replicaKey.fill(0);
    opened.accountRoot?.fill(0);
    await keepAccount(this.#device, opened.account, opened.account);
    await this.#keeper.register(unlocked, opened.facts);
    // Locked meanwhile, in this tab or another.
    if (this.#unlocked !== unlocked) return;
    this.session.set({ kind: 'unlocked', sub: opened.account.sub, needsSignIn: false });
    this.#ports.tabs.post('session');
    unlocked.engine.wake();
  }

  async #showLocked(account: DeviceAccount): Promise<void> {
    // Unlocked again while the last transactions ended.
    if (this.#unlocked) return;
    // The screen closes now; how much waits is said as soon as storage can say it, and not at all where it cannot.
    this.session.set({ kind: 'locked', sub: account.sub, waiting: this.status.get().waiting });
    await this.#recount();
    this.#ports.nudgeDeposit();
  }

  /** The worker delivers while the device is locked: the page goes on telling what is still here. */
  async #recount(): Promise<void> {
    this.#cancelRecount?.();
    this.#cancelRecount = null;
    const work = this.#store ? await countWork(this.#store).catch(() => null) : null;
    const session = this.session.get();
    if (session.kind !== 'locked') return;
    if (work) this.session.set({ ...session, waiting: work.undelivered });
    else this.#cancelRecount ??= this.#ports.clock.after(recountAgainMs, () => void this.#recount());
  }

  async #dropKeys(): Promise<void> {
    this.#closings += 1;
    const unlocked = this.#unlocked;
    if (!unlocked) return;
    this.#unlocked = null;
    this.#ports.signRequests(null);
    this.lockingAt.set(null);
    const closed = closeReplica(unlocked);
    this.session.set({ kind: 'locked', sub: unlocked.account.sub, waiting: this.status.get().waiting });
    await closed;
    await this.#showLocked(unlocked.account);
  }

  async #toSignedOut(): Promise<void> {
    await this.#dropKeys();
    this.#board.unfollow();
    this.#store?.close();
    this.#store = null;
    this.session.set({ kind: 'signed-out' });
  }

  async #lockIfIdle(): Promise<void> {
    if (!this.#unlocked) return;
    const { clock, activity } = this.#ports;
    if (!this.#isIdleTooLong()) {
      this.lockingAt.set(lockingAt(activity.read(), clock.now()));
      return;
    }
    await this.#flushInTime();
    await this.lock();
  }

  #isIdleTooLong(): boolean {
    return isIdleTooLong(this.#ports.activity.read(), this.#ports.clock.now());
  }
}
