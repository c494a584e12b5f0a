import type { Pace } from './pace.ts';

/** A figure's round, own and limit. */
export interface Pair {
  readonly own: number;
  readonly limit: number;
}

/** Milliseconds of each write of a round, and of each raw one with the same rows. */
export interface ScreenRound {
  readonly durable: readonly number[];
  readonly shown: readonly number[];
  readonly limit: readonly number[];
}

/** Milliseconds of each key of a search, and of the same questions asked of the same texts; and what a changed list costs before. */
export interface SearchRound {
  readonly own: readonly number[];
  readonly limit: readonly number[];
  /** Clients put together and in order. */
  readonly listMs: number;
  /** That list made ready for searching. */
  readonly indexMs: number;
}

/** What is so while somebody writes before a full screen. */
export interface ScreenSituation {
  /** So many changes wait already. */
  readonly pending: number;
  /** An engine beside it delivers. */
  readonly isOnline: boolean;
  readonly writes: number;
  /** Between one that is shown and the next. */
  readonly pauseMs: number;
}

/** What the runner asks of the bench page. One call at a time. */
export interface BenchApi {
  signIn(email: string, password: string): Promise<void>;
  /** Fills a replica once, learns what its rows weigh and keeps it; answers how many there are. */
  hold(replicaName: string): Promise<number>;
  firstSync(): Promise<Pair>;
  /** 100 changes from elsewhere: the engine at rest, and the engine just opened. */
  pull(count: number): Promise<Pair & { readonly first: number }>;
  /** What is held, opened with the keys at hand and asked for fifty sessions. */
  start(): Promise<Pair>;
  /** Per write, from a batch of 100. */
  write(): Promise<{ readonly durable: number; readonly shown: number; readonly limit: number }>;
  /** New clients, per client, from a batch of 100. */
  createClients(): Promise<Pair>;
  /** A weekly series of so many sessions, and one session; each by itself. */
  bookSeries(length: number): Promise<{ readonly series: readonly number[]; readonly one: readonly number[] }>;
  /** Typed key by key over so many generated clients; needs no account. */
  searchClients(count: number): Promise<SearchRound>;
  /** Writes before a full screen. */
  writeOnScreen(situation: ScreenSituation): Promise<ScreenRound>;
  /** `least`: the same bytes into one table without an index. */
  flush(count: number): Promise<Pair & { readonly least: number; readonly rest: number; readonly bytes: number }>;
  volleySignIn(email: string, password: string, relay: string): Promise<string>;
  /** From here on what comes is seen on a calendar of 200 sessions and their notes. */
  volleyFillScreen(): Promise<void>;
  volleyAnswer(session: string): Promise<void>;
  /** `echo`: a frame to and fro, nothing kept. */
  volleyServe(session: string, first: number, pace: Pace): Promise<Pair & { readonly echo: number }>;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page can be declared in no other way
  var bench: BenchApi;
}
