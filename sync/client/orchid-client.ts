import type { ReplicaStore } from '../ports.ts';
import type { Json } from '../core/record.ts';
import type {
  AttentionItem,
  LeaseState,
  MutateOptions,
  MutateResult,
  OrchidClient,
  PasskeyState,
  PendingChange,
  ProvedAct,
  ProvedActResult,
  RangeQuery,
  SeenRecord,
  SessionState,
  SignInResult,
  SyncProblem,
  SyncStatus,
  UnlockResult,
} from './api.ts';
import type { ClientPorts } from './client-ports.ts';
import { HeardSessions } from './heard-sessions.ts';
import { deviceStoreName } from './replica/device.ts';
import { Value } from './observable.ts';
import { getSeen, rangeSeen } from './read/reads.ts';
import { AccountSecrets } from './session/account-secrets.ts';
import { ReplicaHolder } from './session/replica-holder.ts';
import { SealedWorkWatch } from './status/sealed-work.ts';
import { SessionLife } from './session/session-life.ts';
import type { SignInInput } from './session/session.ts';
import { StatusBoard } from './status/status-board.ts';
import { dropRead } from './status/sync-status.ts';
import { isUnreadable } from '../store/store-error.ts';
import { watchRange, watchRecord, type WatchSink } from './read/watch.ts';
import { dropAttention, listAttention, listPending } from './status/work-list.ts';
import { lockedResult, notTakenResult, writeMutation } from './write/write.ts';

/** The engine as screens see it. Create one per tab and `start` it once. */
export class Client implements OrchidClient {
  readonly session = new Value<SessionState>({ kind: 'starting' });
  readonly status: Value<SyncStatus>;
  readonly lockingAt = new Value<number | null>(null);
  readonly lease = new Value<LeaseState>({ closed: 'none', ownUntil: null, sharedUntil: null, turn: 0 });
  readonly heard = new HeardSessions(this.session);
  readonly #ports: ClientPorts;
  readonly #device: ReplicaStore;
  readonly #board: StatusBoard;
  readonly #holder: ReplicaHolder;
  readonly #life: SessionLife;
  readonly #secrets: AccountSecrets;

  constructor(ports: ClientPorts) {
    this.#ports = ports;
    this.#board = new StatusBoard(ports.clock);
    this.status = this.#board.value;
    this.#device = ports.openStore(deviceStoreName, this.#board.storeEvents());
    const { session, lease, lockingAt, heard } = this;
    const context = { ports, device: this.#device, board: this.#board, session, lease, lockingAt, heard };
    this.#holder = new ReplicaHolder(context);
    this.#life = new SessionLife(context, this.#holder);
    this.#secrets = new AccountSecrets(context, this.#holder);
  }

  /** Finds out whose device this is; opens the replica without asking where a live session allows it. */
  start(): Promise<void> {
    return this.#life.start();
  }

  signIn(input: SignInInput): Promise<SignInResult> {
    return this.#life.signIn(input);
  }

  unlock(password: string): Promise<UnlockResult> {
    return this.#life.unlock(password);
  }

  unlockWithPasskey(): Promise<UnlockResult> {
    return this.#life.unlockWithPasskey();
  }

  passkeyState(): Promise<PasskeyState> {
    return this.#secrets.passkeyState();
  }

  keepPasskey(password: string): Promise<UnlockResult> {
    return this.#secrets.keepPasskey(password);
  }

  dropPasskey(): Promise<void> {
    return this.#secrets.dropPasskey();
  }

  lock(): Promise<void> {
    return this.#life.lock();
  }

  logOut(choice: 'keep' | 'discard'): Promise<void> {
    return this.#life.logOut(choice);
  }

  signOutEverywhere(password: string): Promise<UnlockResult> {
    return this.#life.signOutEverywhere(password);
  }

  changePassword(password: string, newPassword: string): Promise<UnlockResult> {
    return this.#secrets.changePassword(password, newPassword);
  }

  keepRecoveryCode(password: string, code: string): Promise<UnlockResult> {
    return this.#secrets.keepRecoveryCode(password, code);
  }

  changeEmail(password: string, email: string): Promise<UnlockResult> {
    return this.#secrets.changeEmail(password, email);
  }

  actWithPassword(act: ProvedAct, password: string, body: Readonly<Record<string, Json>>): Promise<ProvedActResult> {
    return this.#secrets.actWithPassword(act, password, body);
  }

  countLeft(): Promise<number> {
    return this.#secrets.countLeft();
  }

  openLeft(password: string): Promise<UnlockResult> {
    return this.#secrets.openLeft(password);
  }

  async get(collection: string, id: string): Promise<SeenRecord | undefined> {
    return this.#holder.unlocked ? getSeen(this.#holder.unlocked.replica, collection, id) : undefined;
  }

  async range(query: RangeQuery): Promise<readonly SeenRecord[]> {
    return this.#holder.unlocked ? rangeSeen(this.#holder.unlocked.replica, query) : [];
  }

  watchGet(collection: string, id: string, onChange: (record: SeenRecord | undefined) => void): () => void {
    const replica = this.#holder.unlocked?.replica;
    return replica ? this.#watch(onChange, (sink) => watchRecord(replica, { collection, id }, sink)) : () => undefined;
  }

  watchRange(query: RangeQuery, onChange: (records: readonly SeenRecord[]) => void): () => void {
    const replica = this.#holder.unlocked?.replica;
    return replica ? this.#watch(onChange, (sink) => watchRange(replica, query, sink)) : () => undefined;
  }

  async mutate(name: string, args: Json, options?: MutateOptions): Promise<MutateResult> {
    if (!this.#holder.unlocked) return lockedResult;
    // A text that waited over a lock must not become the change of whoever unlocked next.
    if (options?.owner !== undefined && options.owner !== this.#holder.unlocked.account.sub) return lockedResult;
    this.noteActivity();
    const result = await writeMutation(this.#holder.unlocked.replica, this.#ports, {
      name,
      args,
      ...(options ? { options } : {}),
    }).catch((error: unknown) => this.#notTaken(error));
    if (result.kind === 'saved') this.#ports.nudgeDeposit();
    if (result.kind === 'saved') this.#board.setProblem('quota', false);
    else if (result.kind === 'not-saved' && result.reason === 'quota') this.#board.setProblem('quota', true);
    return result;
  }

  /** Whatever a change threw, its transaction wrote nothing, and whoever waits on a screen is told so. */
  #notTaken(error: unknown): MutateResult {
    this.#ports.log.error('change-not-taken', { reason: error instanceof Error ? error.name : 'unknown' });
    return notTakenResult;
  }

  async pending(): Promise<readonly PendingChange[]> {
    return this.#holder.unlocked ? listPending(this.#holder.unlocked.replica) : [];
  }

  async attention(): Promise<readonly AttentionItem[]> {
    return this.#holder.unlocked ? listAttention(this.#holder.unlocked.replica) : [];
  }

  async retry(uid: string, args?: Json): Promise<MutateResult> {
    const item = (await this.attention()).find((candidate) => candidate.uid === uid);
    if (!item) return lockedResult;
    // In one transaction: the change is made and the item goes, or the item says the newest words and why they stay.
    // It names the versions that it was typed over: said again, it replaces nothing that nobody saw.
    return this.mutate(item.name, args ?? item.args, { replaces: uid, ...(item.base ? { base: item.base } : {}) });
  }

  async dismiss(uid: string): Promise<void> {
    if (this.#holder.unlocked) await dropAttention(this.#holder.unlocked.replica, uid);
  }

  deviceTag(): string | null {
    return this.#holder.unlocked?.tag ?? null;
  }

  watchSealedWork(onChange: (isHere: boolean) => void): () => void {
    const watch = new SealedWorkWatch({
      clock: this.#ports.clock,
      device: this.#device,
      openStore: (name) => this.#ports.openStore(name, {}),
      openSub: () => this.#holder.unlocked?.account.sub ?? null,
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
    await this.#holder.unlocked?.engine.cycleOnce();
    // Whoever asked decides by what is said now.
    if (!this.#holder.store) return;
    await this.#board.refresh(this.#holder.store);
  }

  async noteProblemsRead(problems: readonly SyncProblem[]): Promise<void> {
    await this.#holder.unlocked?.replica.store.tx('strict', () => dropRead(problems));
  }

  noteActivity(seenMs?: number): void {
    this.#life.noteActivity(seenMs);
  }

  /** The page came to the front, went to the back, or the network may have changed. */
  noteVisible(visible: boolean): void {
    if (visible) void this.#life.lockIfIdle();
    if (visible) this.#holder.unlocked?.lease.look();
    this.#holder.unlocked?.engine.setVisible(visible);
    if (!visible || this.#holder.unlocked) return;
    this.#ports.nudgeDeposit();
    this.#life.payDebtWhenSeen();
  }

  /** A worker or the socket says that there is something to fetch. */
  wake(): void {
    this.#holder.unlocked?.engine.wake();
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
        this.#holder.noteError(error);
      },
    });
    return () => {
      stop();
      this.#board.noteReader(reader, true);
    };
  }
}
