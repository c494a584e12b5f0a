/** An edit that the client called saved. */
export interface SavedEdit {
  readonly uid: string;
  readonly session: string;
  readonly turn: number;
  /** Unsent edits of the session are rewritten under their uid, as the editor's are. */
  readonly mayGrow: boolean;
}

/** What the device holds, after it was opened again. */
export interface Held {
  readonly sub: string;
  /** uids in the outbox. */
  readonly pending: readonly string[];
  readonly unreadable: number;
  readonly attention: readonly string[];
  /** Per session the highest turn that its note shows. */
  readonly turns: Readonly<Record<string, number>>;
}

/** What the runner asks of the soak page. */
export interface SoakApi {
  /** Signs in on an empty profile; else opens the replica, with the password where the device asks for it. */
  open(password: string): Promise<'signed in' | 'unlocked' | 'opened'>;
  /** Resolves when the server knows this device's session again. */
  signedIn(password: string): Promise<void>;
  sessions(count: number): Promise<readonly string[]>;
  /** Writes until the browser dies, each edit after the one before was called saved and reported. */
  write(sessions: readonly string[], firstTurn: number): Promise<never>;
  held(sessions: readonly string[]): Promise<Held>;
  /** Whether everything has arrived and the status says so. */
  isSettled(): Promise<boolean>;
}

declare global {
  // oxlint-disable-next-line no-var -- a global of the page can be declared in no other way
  var soak: SoakApi;
  // oxlint-disable-next-line no-var -- put there by the runner; resolves when it has noted the edit
  var soakSaved: (edit: SavedEdit) => Promise<void>;
}
