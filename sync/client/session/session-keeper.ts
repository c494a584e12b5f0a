import { toBase64Url } from '../../core/base64url.ts';
import type { ReplicaStore } from '../../ports.ts';
import { createActivitySigner } from '../keys/activity-signer.ts';
import type { SessionState } from '../api.ts';
import type { ClientPorts } from '../client-ports.ts';
import { readAccount } from '../replica/device.ts';
import type { Value } from '../observable.ts';
import { registerDepositKey, registerSignKey } from '../keys/register-keys.ts';
import { rereadSignKey } from '../keys/replica-keys.ts';
import { reviveSession } from './revive-session.ts';
import { debtPaths, forgetDebt, isEnded, paySessionDebt, setDebt, type SessionDebt } from './session-debt.ts';
import type { SessionFacts } from './session-facts.ts';
import { renewDeviceWrap } from './session.ts';
import type { StatusBoard } from '../status/status-board.ts';
import { detectStalls } from '../lead/stall-detector.ts';
import { signingOf, type Unlocked } from './unlocked.ts';

/** So long after a session came back nobody believes an older word that it is over. */
const reviveAgainMs = 5000;

interface KeeperOptions {
  readonly ports: ClientPorts;
  readonly device: ReplicaStore;
  readonly board: StatusBoard;
  readonly session: Value<SessionState>;
  /** What is open now; another object after a lock or a new sign-in. */
  readonly open: () => Unlocked | null;
  readonly onError: (error: unknown) => void;
}

/**
 * Keeps the server's session of an open replica: begins it again when it is over, signs requests for it, and tells the server
 * of ends that it has not heard of. Opens and closes nothing.
 */
export class SessionKeeper {
  readonly #options: KeeperOptions;
  #paying: Promise<unknown> | null = null;
  #reviving: Unlocked | null = null;
  #revivedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: KeeperOptions) {
    this.#options = options;
    const { value: status } = options.board;
    status.subscribe(() => {
      if (status.get().problems.includes('signed-out')) this.#reviveIfOpen();
    });
  }

  /** A lock or log-out without network: the server hears of it first thing, before anybody signs in anew. */
  payDebt(): Promise<unknown> {
    const { ports, device } = this.#options;
    this.#paying ??= paySessionDebt(ports.api, device, ports.clock.now()).finally(() => {
      this.#paying = null;
    });
    return this.#paying;
  }

  payDebtUnasked(): void {
    this.payDebt().catch((error: unknown) => this.#options.onError(error));
  }

  /** Asks the server at once; whatever becomes of it is for `settleDebt`. */
  askToEnd(debt: SessionDebt): Promise<{ readonly status: number } | null> {
    return this.#options.ports.api.call('POST', debtPaths[debt]).catch(() => null);
  }

  async settleDebt(debt: SessionDebt, asked: Promise<{ readonly status: number } | null>): Promise<void> {
    const { ports, device } = this.#options;
    if (isEnded(await asked)) await forgetDebt(device, debt);
    // The service worker carries it out as soon as there is a network, with or without a page.
    else ports.nudgeDeposit();
  }

  /** [RS-1] The session is over while this is open: it comes back by itself, once for each time that is said. */
  #reviveIfOpen(): void {
    const unlocked = this.#options.open();
    if (!unlocked || this.#reviving === unlocked) return;
    const session = this.#options.session.get();
    // Refused already: from here only a sign-in helps.
    if (session.kind !== 'unlocked' || session.needsSignIn) return;
    // What is told may be older than what was just learned.
    if (this.#options.ports.clock.now() - this.#revivedAtMs < reviveAgainMs) return;
    void this.revive(null);
  }

  /**
   * After an opening without the server, or where a session ended: begins one at first contact, then sends what waits.
   * `auth`: what the password has just given, for one attempt.
   */
  async revive(auth: string | null): Promise<void> {
    const { ports, device, board, session, open, onError } = this.#options;
    const unlocked = open();
    if (!unlocked || this.#reviving === unlocked) return;
    this.#reviving = unlocked;
    board.hide('signed-out', true);
    const isStillOpen = (): boolean => open() === unlocked;
    const listening = detectStalls(ports.clock, ports.api, (isStalled) => {
      if (this.#reviving === unlocked) board.setStalled(isStalled && isStillOpen());
    });
    let isBack = false;
    try {
      const { account, ring, replicaKey, replica } = unlocked;
      const { store } = replica;
      const asking = { ...ports, api: listening.api };
      const revived = await reviveSession(asking, device, { account, ring, replicaKey, store, auth, isStillOpen });
      if (!isStillOpen()) {
        if (revived.kind === 'ok') await this.#endUnwanted();
        return;
      }
      if (revived.kind === 'ok') await this.register(unlocked, revived.facts);
      // Locked meanwhile: a screen that is said to be open without keys shows nothing at all.
      if (!isStillOpen()) return;
      isBack = revived.kind === 'ok';
      session.set({ kind: 'unlocked', sub: account.sub, needsSignIn: !isBack });
      if (!isBack) return;
      ports.tabs.post('session');
      unlocked.engine.wake();
    } catch (error) {
      onError(error);
    } finally {
      listening.stop();
      if (this.#reviving === unlocked) this.#endReviving(isBack);
    }
  }

  /** [LK-3] A lock or log-out came while a session began, and the server may have heard of it before: this one is over too. */
  async #endUnwanted(): Promise<void> {
    const { device, session, open } = this.#options;
    // Unlocked or signed in anew meanwhile: the session is that one's, which may sign for another.
    if (open()) return this.learn();
    const debt = session.get().kind === 'signed-out' ? 'logout' : 'lock';
    await setDebt(device, debt);
    await this.settleDebt(debt, this.askToEnd(debt));
  }

  #endReviving(isBack: boolean): void {
    const { ports, board } = this.#options;
    this.#reviving = null;
    this.#revivedAtMs = ports.clock.now();
    // What the engine wrote before is no news; what it still says after a while is.
    if (isBack) ports.clock.after(reviveAgainMs, () => board.hide('signed-out', this.#reviving !== null));
    else board.hide('signed-out', false);
  }

  /** The keys by which this device delivers and signs, for a session that has begun. */
  async register(unlocked: Unlocked, facts: SessionFacts | null): Promise<void> {
    const { ports, device, open } = this.#options;
    const { account, ring, replica } = unlocked;
    const current = (await readAccount(device, account.sub)) ?? account;
    const deposit = registerDepositKey(ports, replica.store, { account: current, ring });
    if (facts) await registerSignKey(ports, replica, { account, ring, facts });
    await deposit;
    if (open() === unlocked) await this.signBy(facts);
    this.carryLeftUnasked(unlocked);
  }

  /** [RC-4] What lies here under keys of before goes out, with a session that has begun. */
  carryLeftUnasked(unlocked: Unlocked): void {
    const { ports, device, onError, open } = this.#options;
    if ((unlocked.account.left ?? []).length === 0) return;
    import('./carry-left.ts')
      .then(({ carryLeft }) => carryLeft(ports, device, { unlocked, isStillOpen: () => open() === unlocked }))
      .catch(onError);
  }

  /** [LK-4] Requests of page and engine prove activity for this session from here on. */
  async signBy(facts: SessionFacts | null): Promise<void> {
    const { ports, open } = this.#options;
    const unlocked = open();
    const signing = unlocked && signingOf(ports, unlocked.ring, facts);
    if (!unlocked || !signing) return;
    const sodium = await ports.loadSodium();
    if (open() !== unlocked) return;
    ports.signRequests(createActivitySigner(sodium, signing));
    unlocked.engine.setSigning(signing);
  }

  /** Another tab has begun a session: this one learns which, to sign for it. */
  async learn(): Promise<void> {
    const { ports, device, session, open, onError } = this.#options;
    const unlocked = open();
    if (!unlocked) return;
    const { account, replicaKey } = unlocked;
    try {
      const current = (await readAccount(device, account.sub)) ?? account;
      const facts = await renewDeviceWrap(ports, device, { account: current, replicaKey });
      if (open() !== unlocked || !facts) return;
      const { ring, replica } = unlocked;
      if (facts.signKey !== null && facts.signKey !== toBase64Url(ring.sign.publicKey))
        await rereadSignKey(replica, ring);
      if (open() !== unlocked) return;
      await this.signBy(facts);
      // [LK-2] Locked meanwhile: a screen that is said to be open without keys shows nothing at all.
      if (open() !== unlocked) return;
      session.set({ kind: 'unlocked', sub: account.sub, needsSignIn: false });
    } catch (error) {
      onError(error);
    }
  }
}
