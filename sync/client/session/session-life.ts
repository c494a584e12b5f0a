import type { SignInResult, UnlockResult } from '../api.ts';
import type { ClientContext } from '../client-context.ts';
import {
  forgetAccount,
  forgetPasskey,
  readCurrentAccount,
  writeAccount,
  type DeviceAccount,
} from '../replica/device.ts';
import { everyInactivityCheck, isIdleTooLong, latestActivity, lockingAt } from './inactivity.ts';
import { keysAtStart } from '../keys/keys-at-start.ts';
import type { ReplicaHolder } from './replica-holder.ts';
import { setDebt, untilBegun } from './session-debt.ts';
import { signInOnline, type SignInInput } from './session.ts';
import { authOf, openWithPassword } from './open-with-password.ts';
import type { OpenedReplica, OpenHere } from './opened-replica.ts';
import { isUnreadable, StoreError } from '../../store/store-error.ts';
import { isSameReplica } from './unlocked.ts';
import { detailOf } from './refusal.ts';

const notOpen: UnlockResult = { kind: 'failed', message: 'Nobody is signed in on this device.' };

/** How long locking waits for text on its way to the device. */
const flushPatienceMs = 2000;

/** What could not be opened at the start is tried again after the first pause, then ever less often. */
const startAgainMs = { first: 2000, most: 30_000 } as const;

/**
 * Who this tab works for, from its start to a log-out.
 *
 *   starting --(nobody)--> signed-out --signIn--> unlocked
 *   starting --(keys at hand)--> unlocked --lock, inactivity--> locked --unlock, signIn--> unlocked
 *   starting --(storage cannot be read)--> unopened --(tried again)--> starting
 *   unlocked, locked --logOut--> signed-out
 *
 * A lock or log-out in any tab takes effect here before anything is asked of storage or server. [LK-2]
 */
export class SessionLife {
  readonly #context: ClientContext;
  readonly #holder: ReplicaHolder;
  #signingIn = 0;

  constructor(context: ClientContext, holder: ReplicaHolder) {
    this.#context = context;
    this.#holder = holder;
    context.ports.tabs.listen((message) => {
      if (message === 'lock') void holder.dropKeys();
      if (message === 'signed-out') void holder.toSignedOut();
      if (message === 'session') void holder.keeper.learn();
    });
  }

  /** Finds out whose device this is; opens the replica without asking where a live session allows it. */
  async start(): Promise<void> {
    everyInactivityCheck(this.#context.ports.clock, this.#context.ports.activity.read, () => void this.lockIfIdle());
    await this.#startOrRetry(startAgainMs.first);
  }

  /** [RD-3] Nobody is told that they are signed out because this device could not be read. */
  async #startOrRetry(delayMs: number): Promise<void> {
    try {
      await this.#start();
    } catch (error) {
      this.#noteFailedStart(error);
      // Signed out by another tab meanwhile: that stands.
      if (this.#context.session.get().kind === 'signed-out') return;
      this.#context.session.set({ kind: 'unopened' });
      if (!isUnreadable(error)) return;
      this.#context.ports.clock.after(delayMs, () => {
        if (this.#context.session.get().kind !== 'unopened') return;
        void this.#startOrRetry(Math.min(delayMs * 2, startAgainMs.most));
      });
    }
  }

  async #start(): Promise<void> {
    this.#holder.keeper.payDebtUnasked();
    const account = await readCurrentAccount(this.#context.device);
    if (!account) {
      this.#context.session.set({ kind: 'signed-out' });
      return;
    }
    this.#holder.follow(account);
    try {
      await this.#openUnasked(account);
    } catch (error) {
      if (error instanceof StoreError || this.#context.session.get().kind === 'signed-out') throw error;
      // The password may open what the keys at hand do not: a replica that was evicted is made anew with it.
      this.#noteFailedStart(error);
      await this.#holder.showLocked(account);
    }
  }

  async #openUnasked(account: DeviceAccount): Promise<void> {
    // [LK-2] A lock in another tab while keys are looked for holds.
    const closings = this.#holder.closings;
    const found = await keysAtStart(this.#context.ports, account, () => this.#isIdleTooLong());
    if (!found) await this.#holder.showLocked(account);
    else await this.#holder.open(found.opened, found.isOffline, closings);
    if (found?.isOffline) void this.#holder.keeper.revive(null);
  }

  #noteFailedStart(error: unknown): void {
    this.#context.ports.log.error('client.start_failed', { kind: error instanceof Error ? error.name : 'unknown' });
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
    await this.#holder.keeper.payDebt();
    const before = await readCurrentAccount(this.#context.device);
    const closings = this.#holder.closings;
    const result = await untilBegun(
      { device: this.#context.device, clock: this.#context.ports.clock },
      () => signInOnline(this.#context.ports, this.#context.device, input, this.#openKey()),
      ({ kind }) => kind === 'ok',
    );
    if (result.kind !== 'ok') return result;
    // [LK-2] A lock while the server was answering holds; the session that began is over with it.
    if (this.#holder.closings !== closings && this.#context.session.get().kind === 'locked')
      return this.#lockedMeanwhile(result.opened);
    // Cookies are the browser's: a tab that still shows the person before would speak with this one's session.
    if (before && before.sub !== result.opened.account.sub) this.#context.ports.tabs.post('signed-out');
    if (isSameReplica(this.#holder.unlocked, result.opened)) {
      await this.#holder.resume(result.opened);
      return { kind: 'ok' };
    }
    await this.#flushInTime();
    await this.#holder.dropKeys();
    this.noteActivity();
    this.#holder.follow(result.opened.account);
    await this.#holder.open(result.opened, false);
    this.#context.ports.tabs.post('session');
    return { kind: 'ok' };
  }

  #openKey() {
    const { unlocked } = this.#holder;
    return unlocked && { sub: unlocked.account.sub, replicaKey: unlocked.replicaKey };
  }

  async #lockedMeanwhile({ replicaKey, accountRoot }: OpenedReplica): Promise<SignInResult> {
    replicaKey.fill(0);
    accountRoot?.fill(0);
    await setDebt(this.#context.device, 'lock');
    void this.#holder.keeper
      .settleDebt('lock', this.#holder.keeper.askToEnd('lock'))
      .catch((error: unknown) => this.#holder.noteError(error));
    return { kind: 'failed', reason: 'unopened', message: 'This device was locked meanwhile. Please try again.' };
  }

  unlock(password: string): Promise<UnlockResult> {
    return this.#unlock(
      (account) => openWithPassword(this.#context.ports, account, password),
      () => ({ kind: 'wrong-password' }),
    );
  }

  /** [PK-1] By the passkey that was made here. */
  unlockWithPasskey(): Promise<UnlockResult> {
    return this.#unlock(
      async (account) => {
        const { openWithPasskey } = await import('./passkey.ts');
        const opened = await openWithPasskey(this.#context.ports, account);
        return opened && { opened, auth: null };
      },
      () => ({ kind: 'failed', message: 'That did not open this device. Your password does.' }),
    );
  }

  async #unlock(open: OpenHere, refused: () => UnlockResult): Promise<UnlockResult> {
    try {
      const account = await readCurrentAccount(this.#context.device);
      if (!account) return notOpen;
      // [EV-2] A tab of an older build would index everything back.
      if (this.#context.board.value.get().problems.includes('closed-by-update'))
        return { kind: 'failed', message: 'Orchid was updated in another tab. Reload this page to go on.' };
      const found = await open(account);
      if (!found) return refused();
      this.noteActivity();
      const unlockedAccount = { ...account, locked: false };
      await writeAccount(this.#context.device, unlockedAccount);
      await this.#holder.open({ ...found.opened, account: unlockedAccount }, true);
      void this.#holder.keeper.revive(found.auth);
      return { kind: 'ok' };
    } catch (error) {
      // A part of the app that this needs could not be fetched, or storage failed: that says nothing of the password.
      this.#context.ports.log.error('client.unlock_failed', { kind: error instanceof Error ? error.name : 'unknown' });
      return { kind: 'failed', message: 'This device could not be opened just now. Please try again.' };
    }
  }

  /** [LK-3] The server ends the session too, and forgets the key by which a reload opened this device. */
  async lock(): Promise<void> {
    const account = this.#holder.unlocked?.account ?? (await readCurrentAccount(this.#context.device));
    // The keys go first: storage that fails or hangs must not keep a screen open that should be locked.
    this.#context.ports.tabs.post('lock');
    const dropped = this.#holder.dropKeys();
    const asked = this.#holder.keeper.askToEnd('lock');
    try {
      if (account) await this.#holder.sealOff(account, 'lock');
    } finally {
      await dropped;
      this.#context.ports.activity.clear();
      this.#context.ports.nudgeDeposit();
    }
    // Waited for by nobody: what is owed is paid by the service worker, or first thing when there is a network.
    void this.#holder.keeper.settleDebt('lock', asked).catch((error: unknown) => this.#holder.noteError(error));
  }

  async logOut(choice: 'keep' | 'discard'): Promise<void> {
    const account = this.#holder.unlocked?.account ?? (await readCurrentAccount(this.#context.device));
    // As with a lock: neither a network that swallows the question nor storage that fails leaves the screen open.
    this.#context.ports.tabs.post('signed-out');
    const dropped = this.#holder.dropKeys();
    // Asked at once and waited for last; owed from the start, in case this page is gone before the answer.
    const asked = this.#holder.keeper.askToEnd('logout');
    try {
      await setDebt(this.#context.device, 'logout');
      if (account && choice === 'keep') await this.#holder.sealOff(account);
      // [PK-1] Whoever logs out leaves the device to whoever comes: it opens by the password alone.
      if (account && choice === 'keep') await forgetPasskey(this.#context.device, account.sub);
    } finally {
      await dropped;
      await this.#holder.toSignedOut();
      this.#context.ports.activity.clear();
    }
    if (account && choice === 'discard') {
      await forgetAccount(this.#context.device, account.sub);
      await this.#context.ports.deleteStore(account.replicaName);
    }
    await this.#holder.keeper.settleDebt('logout', asked);
  }

  async signOutEverywhere(password: string): Promise<UnlockResult> {
    const account = this.#holder.unlocked?.account;
    if (!account) return notOpen;
    const auth = await authOf(this.#context.ports, account, password);
    const answer = await this.#context.ports.api.call('POST', '/api/login/v1/logout_everywhere', { password: auth });
    if (answer?.status === 200) {
      await this.logOut('keep');
      return { kind: 'ok' };
    }
    if (answer?.status === 400) return { kind: 'wrong-password' };
    if (answer?.status === 429) return { kind: 'failed', message: detailOf(answer.body) };
    return {
      kind: 'failed',
      message:
        'No answer came, so it is not known whether anybody was signed out. Please try again when there is a connection.',
    };
  }

  /** What is typed goes to the device first; a save that hangs must not keep a screen open. */
  #flushInTime(): Promise<void> {
    const patience = new Promise<void>((resolve) => this.#context.ports.clock.after(flushPatienceMs, resolve));
    return Promise.race([this.#context.ports.flush(), patience]);
  }

  async lockIfIdle(): Promise<void> {
    if (!this.#holder.unlocked) return;
    const { clock, activity } = this.#context.ports;
    if (!this.#isIdleTooLong()) {
      this.#context.lockingAt.set(lockingAt(activity.read(), clock.now()));
      return;
    }
    await this.#flushInTime();
    await this.lock();
  }

  #isIdleTooLong(): boolean {
    return isIdleTooLong(this.#context.ports.activity.read(), this.#context.ports.clock.now());
  }

  /** The person did something: puts off the lock. `seenMs`: when, where somebody beside this page has seen it. */
  noteActivity(seenMs?: number): void {
    const { activity, clock } = this.#context.ports;
    const nowMs = clock.now();
    const before = activity.read();
    const atMs = seenMs === undefined ? nowMs : latestActivity(before, seenMs, nowMs);
    if (seenMs !== undefined && atMs === before) return;
    activity.write(atMs);
    this.#context.lockingAt.set(lockingAt(atMs, nowMs));
  }

  /** [LO-1] Somebody looks at a locked screen: what the server has not heard of is said, unless somebody signs in. */
  payDebtWhenSeen(): void {
    // Not while somebody signs in: the debt of the last session is not the new one's.
    if (this.#signingIn === 0) this.#holder.keeper.payDebtUnasked();
  }
}
