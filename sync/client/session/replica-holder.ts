import type { ReplicaStore } from '../../ports.ts';
import type { ClientContext } from '../client-context.ts';
import { keepAccount, sealAccount, writeAccount, type DeviceAccount } from '../replica/device.ts';
import { registryStamp } from '../replica/registry-stamp.ts';
import { changeIdentity, raiseLock } from '../keys/replica-keys.ts';
import { LockedError } from '../replica/replica.ts';
import type { SessionDebt } from './session-debt.ts';
import { SessionKeeper } from './session-keeper.ts';
import type { OpenedReplica } from './opened-replica.ts';
import { closeReplica, unlockReplica, type Unlocked } from './unlocked.ts';
import { countWork } from '../status/work-list.ts';

/** After this pause a locked screen that could not be told how much waits asks again. [RD-3] */
const recountAgainMs = 2000;

/**
 * The replica of this tab's account: which store is followed, and whether its keys are in memory. Keys leave memory before
 * anything is awaited; what was opened meanwhile, of before a lock, is closed again and never shown. [LK-2]
 */
export class ReplicaHolder {
  readonly keeper: SessionKeeper;
  readonly #context: ClientContext;
  #store: ReplicaStore | null = null;
  #unlocked: Unlocked | null = null;
  #closings = 0;
  #cancelRecount: (() => void) | null = null;

  constructor(context: ClientContext) {
    this.#context = context;
    const { ports, device, board, session } = context;
    this.keeper = new SessionKeeper({
      ports,
      device,
      board,
      session,
      open: () => this.#unlocked,
      onError: (error) => this.noteError(error),
    });
    board.watchWork(() => {
      if (session.get().kind === 'locked') void this.#recount();
    });
    ports.keyRelay.answer(() =>
      this.#unlocked ? { sub: this.#unlocked.account.sub, replicaKey: this.#unlocked.replicaKey } : null,
    );
  }

  /** Of the account that is followed, locked or not; null where nobody is signed in. */
  get store(): ReplicaStore | null {
    return this.#store;
  }

  /** Null while the keys are not in memory. */
  get unlocked(): Unlocked | null {
    return this.#unlocked;
  }

  /** What a reader or the session came upon: a lock drops the keys, all else is only said. */
  noteError(error: unknown): void {
    if (error instanceof LockedError) void this.dropKeys();
    else this.#context.ports.log.error('client.read_failed', { kind: error instanceof Error ? error.name : 'unknown' });
  }

  /** How often keys were dropped, or would have been: who awaits anything can see whether a lock came meanwhile. */
  get closings(): number {
    return this.#closings;
  }

  /** Without its wrap a live session's device key opens nothing: from here only the password does. */
  async sealOff(account: DeviceAccount, owing?: SessionDebt): Promise<void> {
    await sealAccount(this.#context.device, account, owing);
    if (this.#store) await raiseLock(this.#store);
  }

  follow(account: DeviceAccount): void {
    this.#store?.close();
    this.#store = this.#context.ports.openStore(account.replicaName, this.#context.board.storeEvents());
    this.#context.board.follow(this.#store);
  }

  /** `closings`: how often keys had been dropped when those of `opened` were asked for. */
  async open(opened: OpenedReplica, offlineUnlock: boolean, closings = this.#closings): Promise<void> {
    const { account } = opened;
    const store = this.#store;
    if (!store) throw new Error('no store');
    const unlocked = await unlockReplica(this.#context.ports, { device: this.#context.device, store }, opened, {
      isOffline: offlineUnlock,
      isWanted: () => this.#closings === closings,
      onLocked: () => void this.dropKeys(),
      onLease: (state) => this.#context.lease.set(state),
      onSessions: (told) => this.#context.heard.hear(told),
    });
    if (!unlocked) {
      if (this.#context.session.get().kind !== 'signed-out') await this.showLocked(account);
      return;
    }
    if (opened.isUnwritten && this.#closings === closings) {
      // What the old row's wraps opened is known to open: only now may the new ones take their place.
      await writeAccount(this.#context.device, account);
      // [LK-2] A lock that came meanwhile had its word overwritten.
      if (this.#closings !== closings) await this.sealOff(account, 'lock');
    }
    if (this.#closings !== closings) {
      await closeReplica(unlocked);
      return;
    }
    this.#unlocked = unlocked;
    await this.keeper.signBy(opened.facts);
    // [LK-2] Locked meanwhile: that stands.
    if (this.#unlocked !== unlocked) return;
    this.#context.board.setBuild(registryStamp(unlocked.replica.registry));
    this.#context.session.set({ kind: 'unlocked', sub: account.sub, needsSignIn: offlineUnlock });
    this.#context.ports.tabs.post('unlocked');
    if (!offlineUnlock) this.keeper.carryLeftUnasked(unlocked);
    this.#context.board.setStorage(await this.#context.ports.persistStorage());
  }

  /**
   * [SI-1] The same person signed in again over an open replica: nothing is closed, no screen goes away, what is being
   * typed stays where it is. Only the session is new.
   */
  async resume(opened: OpenedReplica): Promise<void> {
    const before = this.#unlocked;
    if (!before) return;
    this.#context.ports.activity.write(this.#context.ports.clock.now());
    this.#context.lockingAt.set(null);
    const { accountRoot, email } = opened;
    const ring = accountRoot
      ? await changeIdentity(before.replica, before.ring, { root: accountRoot, email })
      : before.ring;
    opened.replicaKey.fill(0);
    accountRoot?.fill(0);
    // Locked meanwhile, in this tab or another.
    if (!ring || this.#unlocked !== before) return;
    // A new object: whoever still asks for the old session finds that it is over.
    const unlocked: Unlocked = { ...before, account: opened.account, ring };
    this.#unlocked = unlocked;
    await keepAccount(this.#context.device, opened.account, opened.account);
    await this.keeper.register(unlocked, opened.facts);
    // Locked meanwhile, in this tab or another.
    if (this.#unlocked !== unlocked) return;
    this.#context.session.set({ kind: 'unlocked', sub: opened.account.sub, needsSignIn: false });
    this.#context.ports.tabs.post('session');
    unlocked.engine.wake();
  }

  async showLocked(account: DeviceAccount): Promise<void> {
    // Unlocked again while the last transactions ended.
    if (this.#unlocked) return;
    // The screen closes now; how much waits is said as soon as storage can say it, and not at all where it cannot.
    this.#context.session.set({ kind: 'locked', sub: account.sub, waiting: this.#context.board.value.get().waiting });
    await this.#recount();
    this.#context.ports.nudgeDeposit();
  }

  /** The worker delivers while the device is locked: the page goes on telling what is still here. */
  async #recount(): Promise<void> {
    this.#cancelRecount?.();
    this.#cancelRecount = null;
    const work = this.#store ? await countWork(this.#store).catch(() => null) : null;
    const session = this.#context.session.get();
    if (session.kind !== 'locked') return;
    if (work) this.#context.session.set({ ...session, waiting: work.undelivered });
    else this.#cancelRecount ??= this.#context.ports.clock.after(recountAgainMs, () => void this.#recount());
  }

  async dropKeys(): Promise<void> {
    this.#closings += 1;
    const unlocked = this.#unlocked;
    if (!unlocked) return;
    this.#unlocked = null;
    this.#context.ports.signRequests(null);
    this.#context.lockingAt.set(null);
    const closed = closeReplica(unlocked);
    this.#context.session.set({
      kind: 'locked',
      sub: unlocked.account.sub,
      waiting: this.#context.board.value.get().waiting,
    });
    await closed;
    await this.showLocked(unlocked.account);
  }

  async toSignedOut(): Promise<void> {
    await this.dropKeys();
    this.#context.board.unfollow();
    this.#store?.close();
    this.#store = null;
    this.#context.session.set({ kind: 'signed-out' });
  }
}
