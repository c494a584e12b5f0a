import type { Instant, Json, StoredRecord } from '../core/record.ts';
import type { ErrorCode } from '../protocol/error-codes.ts';

/** Who the device works for, and whether the keys are in memory. */
export type SessionState =
  | { readonly kind: 'starting' }
  /** Whose device this is cannot be read, or what is here cannot be opened: it is tried again by itself. [RD-3] */
  | { readonly kind: 'unopened' }
  | { readonly kind: 'signed-out' }
  /** The replica lies sealed on this device. `waiting`: things whose changes kept here have not reached the server. [WK-1] */
  | { readonly kind: 'locked'; readonly sub: string; readonly waiting: number }
  | {
      readonly kind: 'unlocked';
      readonly sub: string;
      /** The server does not know this session (unlocked offline, or it ended): work goes on, sending needs a sign-in. */
      readonly needsSignIn: boolean;
    };

export type SignInResult =
  | { readonly kind: 'ok' }
  | { readonly kind: 'mfa' }
  /**
   * [RC-4] The account's keys are new, and what lies on this device is under the old ones. Signing in again with `before` goes on:
   * with the password that opened this device, or without it.
   */
  | { readonly kind: 'keys-renewed' }
  /** `message` is the server's text, or ours for offline. */
  | {
      readonly kind: 'failed';
      readonly reason: 'wrong' | 'offline' | 'rate-limited' | 'downgrade' | 'unopened' | 'unconfirmed';
      readonly message: string;
    };

/** `old-password`: opens what lies here, which goes on. `anew`: what waits is sent as it lies, and the device begins anew. */
export type KeysBefore = { readonly kind: 'old-password'; readonly password: string } | { readonly kind: 'anew' };

/**
 * What a screen that was left open must not do, so that it asks for the password anew: a device is lost, it is here again, what it sent meanwhile
 * is decided on; or a link to one's own calendar is made.
 */
export type ProvedAct = 'device.lost' | 'device.found' | 'device.settle' | 'calendar_link.make';
export type ProvedActResult =
  | { readonly kind: 'ok'; readonly answer: unknown }
  /** `isUnknown`: no answer came, so it may have been done. */
  | { readonly kind: 'failed'; readonly message: string; readonly isUnknown?: true };

export type UnlockResult =
  | { readonly kind: 'ok' }
  | { readonly kind: 'wrong-password' }
  | { readonly kind: 'failed'; readonly message: string };

/** Whether a passkey opens this device: one does, one could, or this device has none that would. [PK-1] */
export type PasskeyState = 'on' | 'possible' | 'impossible';

/**
 * What the sync indicator says. `online` is proved by the last answer of our server, never guessed.
 * "Synced" may be claimed only where `waiting` is 0 and `syncedAt` is set: it is the time of the last complete pull
 * whose sums matched.
 */
export interface SyncStatus {
  readonly online: boolean;
  readonly phase: 'idle' | 'syncing' | 'first-sync';
  /** Rows received and still to come in a first sync. */
  readonly progress: { readonly done: number; readonly left: number } | null;
  /** Things of which some change has no outcome yet: 0 only where nothing waits. [WK-1] */
  readonly waiting: number;
  readonly attention: number;
  readonly syncedAt: Instant | null;
  readonly storage: 'persistent' | 'best-effort' | 'memory-only' | 'unknown';
  /** What is wrong, in the order of `syncProblems`: what keeps a person from working comes first. */
  readonly problems: readonly SyncProblem[];
  /** Records (`collection|id`) that are known to be broken here; each is being fetched again. */
  readonly damaged: readonly string[];
}

export const syncProblems = [
  'closed-by-update',
  /** Storage refuses to be read; it is asked again by itself. [RD-3] */
  'unreadable',
  'quota',
  'lost-outbox',
  /** The server was put back to an earlier state: what it had taken since may be gone. */
  'server-restored',
  /** The server had everything fetched anew, and nothing that this device knows of explains it. */
  'unexplained-reset',
  'signed-out',
  'client-too-old',
  /** A record came damaged, or lies damaged here: kept aside, and asked for again. */
  'damaged',
  'diverged',
  'clock',
  /** Rows of a newer server that this build cannot read: kept, and shown after the update. */
  'newer-records',
] as const;

export type SyncProblem = (typeof syncProblems)[number];

/** Work may be gone, or nobody knows why: said until a person has read it, whatever else goes well or wrong. [SN-1] */
export const lastingProblems = [
  'lost-outbox',
  'server-restored',
  'unexplained-reset',
] as const satisfies readonly SyncProblem[];

/**
 * Until when this device shows records without a word from the server, and what it has closed since. `shared`: charts that
 * somebody else gave access to. Null: not known yet, or nothing of the kind is here.
 */
export interface LeaseState {
  readonly closed: 'none' | 'shared' | 'all';
  readonly ownUntil: Instant | null;
  readonly sharedUntil: Instant | null;
  /** Grows whenever other records are open than before: what shows records reads them anew. */
  readonly turn: number;
}

/** A session of which the server said that it was changed, and when. */
export interface HeardSession {
  readonly appointment_id: string;
  readonly appointment_start: Instant;
  readonly modify_datetime: Instant;
}

/** One change that has not been confirmed, for the page that lists them. */
export interface PendingChange {
  readonly uid: string;
  /** [WK-1] Changes of one thing (a session's note, a booking) have this in common: so many are counted as wait. */
  readonly thing: string;
  readonly name: string;
  readonly at: Instant;
  /** `waiting` here, `sent` without an answer yet, or held by the server. */
  readonly state: 'waiting' | 'sent' | 'unreadable';
  /** What it says; null where it cannot be read any more. */
  readonly args: Json;
}

/** A change that was refused, by the server or here: kept with its content until a person decides. */
export interface AttentionItem {
  readonly uid: string;
  readonly name: string;
  readonly at: Instant;
  readonly kind: 'rejected' | 'parked';
  readonly code: string;
  /** What the refusal said beside its code: each code has its own form. */
  readonly detail?: Json | undefined;
  /** For the person; of the error catalogue. */
  readonly message: string;
  readonly args: Json;
  /** The versions that were on screen, where the change named any. */
  readonly base?: Readonly<Record<string, string>>;
}

export interface MutateOptions {
  /** Whose change it is (`sub`). Where another person's replica is open by now, nothing is written: `locked`. */
  readonly owner?: string;
  /** Per field edited: the stamp (uid) of the value that was on screen. */
  readonly base?: Readonly<Record<string, string>>;
  /** Edits with the same key that build on each other are merged while unsent. */
  readonly coalesceKey?: string;
  /**
   * Where the change is refused here, its content is kept in needs attention, in place of older content of the same
   * key. Default: `coalesceKey`; without either the caller alone holds what was typed.
   */
  readonly keepAs?: string;
  /** The needs-attention item that this change is made from: it goes when the change is saved. */
  readonly replaces?: string;
}

export type MutateResult =
  /** In a committed strict transaction on this device. `requested`: the server decides (guarded, or facts unknown). */
  | { readonly kind: 'saved'; readonly uid: string; readonly ids: readonly string[]; readonly requested: boolean }
  /** Refused here. `keptAs`: the needs-attention item that holds the content, in a committed strict transaction. */
  | { readonly kind: 'rejected'; readonly code: ErrorCode; readonly message: string; readonly keptAs?: string }
  /** Nothing was stored; keep the input on screen. */
  | { readonly kind: 'not-saved'; readonly reason: 'locked' | 'quota' | 'storage'; readonly message: string };

/** A record as screens see it. `pending`: its newest state has not been confirmed by the server. */
export interface SeenRecord<Body = Json> extends StoredRecord<Body> {
  readonly pending: boolean;
}

export interface RangeOptions {
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** What a product keeps, as types alone: by collection its body and the names of its indexes, by mutator its arguments. */
export interface Model {
  readonly records: object;
  readonly args: object;
}

/** Any product at all: names are texts, bodies and arguments JSON. */
export interface AnyModel {
  readonly records: Readonly<Record<string, { readonly body: Json; readonly index: string }>>;
  readonly args: Readonly<Record<string, Json>>;
}

export type CollectionName<M extends Model> = keyof M['records'] & string;
export type MutatorName<M extends Model> = keyof M['args'] & string;
export type BodyOf<M extends Model, Name extends CollectionName<M>> = M['records'][Name] extends {
  readonly body: infer Body;
}
  ? Body
  : never;
export type IndexOf<M extends Model, Name extends CollectionName<M>> = M['records'][Name] extends {
  readonly index: infer Index extends string;
}
  ? Index
  : never;
export type ArgsOf<M extends Model, Name extends MutatorName<M>> = M['args'][Name];

/** Which rows: index keys `from <= key < to`, in key order. */
export interface RangeQuery<
  M extends Model = AnyModel,
  Name extends CollectionName<M> = CollectionName<M>,
> extends RangeOptions {
  readonly collection: Name;
  readonly index: IndexOf<M, Name>;
  readonly from: string;
  readonly to: string;
}

/**
 * Everything that screens may ask of the engine. Reads come from the replica and never wait for the network; writes
 * resolve when they are durable on the device.
 */
export interface OrchidClient<M extends Model = AnyModel> {
  readonly session: Observable<SessionState>;
  readonly status: Observable<SyncStatus>;
  readonly lease: Observable<LeaseState>;
  /** When this device locks for want of activity (milliseconds since the epoch), in the last two minutes before; else null. */
  readonly lockingAt: Observable<number | null>;
  /** Sessions that were just changed, as the socket tells it to the tab that leads; the changes themselves come with a pull. [C-342] */
  readonly heard: Observable<readonly HeardSession[]>;

  signIn(input: {
    readonly email: string;
    readonly password: string;
    readonly mfaCode?: string;
    /** Default true. False: every start asks for the password, also with a live session. */
    readonly remember?: boolean;
    /** What to do where the account's keys are new and this device's replica is of before. */
    readonly before?: KeysBefore;
  }): Promise<SignInResult>;
  /** Opens the replica of the locked account with its password; works offline. */
  unlock(password: string): Promise<UnlockResult>;
  /** The same by the passkey of this device: the person's face, finger or the device's own code. [PK-1] */
  unlockWithPasskey(): Promise<UnlockResult>;
  /** Of the account that works here, locked or not. */
  passkeyState(): Promise<PasskeyState>;
  /** Has this device open by a passkey, too; asks for the password, and needs no network. */
  keepPasskey(password: string): Promise<UnlockResult>;
  /** From here on the password alone. */
  dropPasskey(): Promise<void>;
  /** Drops the keys in every tab. Ciphertext and outbox stay. */
  lock(): Promise<void>;
  /** `keep`: lock and end the session. `discard`: destroy this device's replica, unsent work included. */
  logOut(choice: 'keep' | 'discard'): Promise<void>;

  /**
   * Ends every session of the account, on all devices, and logs out here; asks for the password anew. What other devices hold
   * unsent stays sealed there. Needs the network.
   */
  signOutEverywhere(password: string): Promise<UnlockResult>;

  /** [RC-5] Another password for this account; every other device asks for it. Needs the network. */
  changePassword(password: string, newPassword: string): Promise<UnlockResult>;
  /** [RC-6] Keeps the account's root at the server under this code, which stays here. Needs the network. */
  keepRecoveryCode(password: string, code: string): Promise<UnlockResult>;
  /** [RC-4] How many refused changes lie here that only a password of before opens. */
  countLeft(): Promise<number>;
  /** [RC-4] Opens these with that password: they need attention from then on. */
  openLeft(password: string): Promise<UnlockResult>;
  /** [RC-5] Asks another address whether it is this person's. Needs the network. */
  changeEmail(password: string, email: string): Promise<UnlockResult>;
  /** [DV-3, FD-1] Does what asks for the password anew. Needs the network. */
  actWithPassword(act: ProvedAct, password: string, body: Readonly<Record<string, Json>>): Promise<ProvedActResult>;

  get<Name extends CollectionName<M>>(collection: Name, id: string): Promise<SeenRecord<BodyOf<M, Name>> | undefined>;
  range<Name extends CollectionName<M>>(query: RangeQuery<M, Name>): Promise<readonly SeenRecord<BodyOf<M, Name>>[]>;
  /** Calls `onChange` with the current rows now and after every change of them. */
  watchGet<Name extends CollectionName<M>>(
    collection: Name,
    id: string,
    onChange: (record: SeenRecord<BodyOf<M, Name>> | undefined) => void,
  ): () => void;
  watchRange<Name extends CollectionName<M>>(
    query: RangeQuery<M, Name>,
    onChange: (records: readonly SeenRecord<BodyOf<M, Name>>[]) => void,
  ): () => void;

  mutate<Name extends MutatorName<M>>(
    name: Name,
    args: ArgsOf<M, Name>,
    options?: MutateOptions,
  ): Promise<MutateResult>;

  pending(): Promise<readonly PendingChange[]>;
  attention(): Promise<readonly AttentionItem[]>;
  /** Makes the refused change again as a new one, with these arguments or its own. */
  retry(uid: string, args?: Json): Promise<MutateResult>;
  /** Lets go of a refused change; the person said so. */
  dismiss(uid: string): Promise<void>;
  /** What versions of a text written on this device are known by (`device.tag`): no other device has it. Null while locked. [CF-3] */
  deviceTag(): string | null;

  /**
   * [WK-2] Tells now and after every change whether work that has not reached the server lies sealed on this device for any
   * account but the one that is open here: not whose, and not of how many. Counted without keys; false as soon as all of it is
   * delivered or discarded. Where storage cannot say it, nothing new is told and it is asked again. Returns the way to stop.
   */
  watchSealedWork(onChange: (isHere: boolean) => void): () => void;

  /** Calls back when the list of pending or refused changes may have changed. */
  watchWork(onChange: () => void): () => void;
  /** Tries to send and fetch now; resolves when the attempt is over and `status` says what is left. Rejects where storage cannot say it. */
  syncNow(): Promise<void>;
  /** The person has read these problems; those that stay until then go. [SN-1] */
  noteProblemsRead(problems: readonly SyncProblem[]): Promise<void>;
  /** The person did something: puts off the lock. `seenMs`: when somebody beside this page saw it; the latest counts [C-388]. */
  noteActivity(seenMs?: number): void;
}

/** A value that can be read at once and listened to: fits React's useSyncExternalStore. */
export interface Observable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}
