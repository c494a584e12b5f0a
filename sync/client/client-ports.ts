import type { Clock, Log, Random, ReplicaStore } from '../ports.ts';
import type { HeardSession } from './api.ts';
import type { KdfParams } from '../protocol/session-message.ts';
import type { SignActivity } from './keys/activity-signer.ts';
import type { Sodium } from '../core/sodium.ts';

/** One call of the server's REST side. `null`: no answer of our server came. */
export interface Api {
  call(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
  ): Promise<{ readonly status: number; readonly body: unknown } | null>;
}

/** What a running engine needs; raw bytes, copied where they cross a border. */
export interface EngineKeys {
  readonly replicaName: string;
  readonly sub: string;
  readonly principal: string;
  readonly replicaKey: Uint8Array;
  readonly depositKeys: readonly (readonly [string, Uint8Array])[];
  readonly depositKeyId: string;
  readonly lockEpoch: number;
  /** By which requests prove activity; null where the session is not known yet. */
  readonly signing: SigningKey | null;
}

/** The device's own Ed25519 key and the session that it signs for. */
export interface SigningKey {
  readonly privateKey: Uint8Array;
  readonly session: string;
  readonly origin: string;
}

/** The network half of the engine, wherever it runs (a worker in the browser). */
export interface EngineHandle {
  wake(): void;
  cycleOnce(): Promise<void>;
  setVisible(visible: boolean): void;
  /** A new session: requests prove activity for that one from here on. */
  setSigning(signing: SigningKey): void;
  stop(): void;
}

export interface EngineCallbacks {
  /** The server does not know the outbox key: register it; resolves whether that worked. */
  registerKey(): Promise<boolean>;
  onLocked(): void;
  /** The socket tells of sessions that were just changed. */
  onSessions(told: readonly HeardSession[]): void;
}

/** A passkey that was made here, and what it says to the salt. */
export interface MadePasskey {
  readonly credential: Uint8Array;
  /** 32 bytes. */
  readonly secret: Uint8Array;
}

/** Passkeys of this device that can derive a secret (WebAuthn's `prf`), after the device has checked who is there. */
export interface Passkeys {
  /** Whether it is worth offering; only `make` proves it. */
  isPossible(): Promise<boolean>;
  /** Null: called off, or one that derives nothing. */
  make(salt: Uint8Array): Promise<MadePasskey | null>;
  /** Null: called off, or it is not there any more. */
  ask(credential: Uint8Array, salt: Uint8Array): Promise<Uint8Array | null>;
}

/** What a store tells of itself, whoever asks it for something or not. */
export interface StoreEvents {
  /** A newer build has taken the database over: nothing can be read or written here any more. */
  readonly onClosedByUpdate?: () => void;
  /** Whether storage answers: told when it has not for 10 s, or another tab keeps it from being opened, and when it does again. */
  readonly onAnswering?: (isAnswering: boolean) => void;
}

/** Everything that differs between a browser, a test and a simulation. */
export interface ClientPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly api: Api;
  openStore(name: string, events: StoreEvents): ReplicaStore;
  deleteStore(name: string): Promise<void>;
  loadSodium(): Promise<Sodium>;
  /** Argon2id of the normalised password: 32 bytes. */
  deriveRoot(password: string, kdf: KdfParams): Promise<Uint8Array>;
  startEngine(keys: EngineKeys, callbacks: EngineCallbacks): EngineHandle;
  /** When the person last acted on this device, in any tab (the spec's last-active cookie). */
  readonly activity: { read(): number | null; write(nowMs: number): void; clear(): void };
  /** Requests of this page prove activity by this from here on; null: by nothing. */
  signRequests(sign: SignActivity | null): void;
  /** Scheme and host of our server, as what is signed names it. */
  readonly origin: string;
  /** Runs one at a time over all tabs: a session is begun again by one of them. */
  alone<T>(run: () => Promise<T>): Promise<T>;
  /** Hands everything that is typed and not yet durable to the device; resolves when that is done or has failed. */
  flush(): Promise<void>;
  /** Lets the service worker know that something waits. */
  nudgeDeposit(): void;
  /** Messages between tabs; never keys, never content. */
  readonly tabs: {
    post(message: 'lock' | 'unlocked' | 'signed-out' | 'session'): void;
    listen(onMessage: (message: string) => void): void;
  };
  /** Keys between tabs of one browser: over a port that the service worker hands on unread, never over a broadcast. */
  readonly keyRelay: {
    /** The replica key from an unlocked tab of this account, or null where none answers in time. */
    ask(sub: string): Promise<Uint8Array | null>;
    /** Answers such a question; null while locked. */
    answer(give: () => { readonly sub: string; readonly replicaKey: Uint8Array } | null): void;
  };
  readonly passkeys: Passkeys;
  /** Asks for durable storage (once, after the first sign-in) and says what was granted. */
  persistStorage(): Promise<'persistent' | 'best-effort' | 'memory-only' | 'unknown'>;
  /** What this device calls itself, in a few fixed words of ours; null or absent where it does not say. */
  deviceName?(): string | null;
  /** IANA zone of the device. */
  zone(): string;
}
