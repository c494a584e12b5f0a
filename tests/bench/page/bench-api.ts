/** A figure's round, own and limit. */
export interface Pair {
  readonly own: number;
  readonly limit: number;
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
  /** `least`: the same bytes into one table without an index. */
  flush(count: number): Promise<Pair & { readonly least: number; readonly rest: number; readonly bytes: number }>;
  volleySignIn(email: string, password: string, relay: string): Promise<string>;
  volleyAnswer(session: string): Promise<void>;
  /** `echo`: a frame to and fro, nothing kept. */
  volleyServe(session: string, first: number, exchanges: number): Promise<Pair & { readonly echo: number }>;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page can be declared in no other way
  var bench: BenchApi;
}
