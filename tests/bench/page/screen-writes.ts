import type { SeenRecord } from '../../../sync/client/api.ts';
import type { Replica } from '../../../sync/client/replica/replica.ts';
import { watchRange } from '../../../sync/client/read/watch.ts';
import { writeMutation } from '../../../sync/client/write/write.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import { writePorts } from './bench-account.ts';
import { noteArgs } from './bench-notes.ts';

/** So many rows each of the two ranges on screen holds. */
export const rowsOnScreen = 200;

/** A calendar as it stands on a desk: so many sessions, and so many notes, which say how far each is written. */
export class FullScreen {
  readonly #stops: readonly (() => void)[];
  #onNotes: (rows: readonly SeenRecord<Note>[]) => void = () => undefined;

  private constructor(open: (screen: FullScreen) => readonly (() => void)[]) {
    this.#stops = open(this);
  }

  /** Resolves once both ranges are shown. */
  static async open(replica: Replica): Promise<FullScreen> {
    const { clock } = writePorts;
    const range = { from: '', to: '~', limit: rowsOnScreen, reverse: true } as const;
    let left = 2;
    let onOpen = (): void => undefined;
    let onError: (error: unknown) => void = () => undefined;
    const opened = new Promise<void>((resolve, reject) => {
      onOpen = resolve;
      // Said in any case: once the ranges are shown nobody waits for this promise.
      onError = (error) => {
        console.error(`the screen failed: ${String(error)}`);
        reject(error);
      };
    });
    const shown = (rows: number): void => {
      if (rows < rowsOnScreen) onError(new Error(`only ${rows} rows on screen`));
      left -= 1;
      if (left === 0) onOpen();
    };
    const screen = new FullScreen((self) => [
      watchRange(
        replica,
        { collection: 'appointment', index: 'start', ...range },
        {
          clock,
          onError,
          onValue: (rows) => shown(rows.length),
        },
      ),
      watchRange<Note>(
        replica,
        { collection: 'note', index: 'session', ...range },
        {
          clock,
          onError,
          onValue: (rows) => {
            shown(rows.length);
            self.#onNotes(rows);
          },
        },
      ),
    ]);
    await opened;
    return screen;
  }

  /** Resolves once the note of a session is shown with this text. */
  shows(session: string, text: string): Promise<void> {
    return new Promise((resolve) => {
      const wanted = noteIdOf(session);
      this.#onNotes = (rows) => {
        if (rows.find(({ id }) => id === wanted)?.body.answers['subjective'] === text) resolve();
      };
    });
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }
}

/** Milliseconds of each write: until it was durable, and until the screen showed it. */
export interface ScreenTimes {
  readonly durable: readonly number[];
  readonly shown: readonly number[];
}

interface Turns {
  readonly sessions: readonly string[];
  /** The version of each that is on screen, kept up to date. */
  readonly stamps: Map<string, string>;
  readonly pauseMs: number;
  /** Makes ready, once a write is shown, what is done after the pause and is followed by a pause of its own. */
  readonly prepare?: () => Promise<() => Promise<void>>;
}

/** One write after the other before a full screen, each shown before the next begins. */
export async function writeOnScreen(
  replica: Replica,
  screen: FullScreen,
  { sessions, stamps, pauseMs, prepare }: Turns,
): Promise<ScreenTimes> {
  const durable: number[] = [];
  const shown: number[] = [];
  for (const session of sessions) {
    // Whatever the last round wrote, these are other words.
    const args = noteArgs(session, Math.floor(Math.random() * 900_000)) as {
      readonly answers: { readonly subjective: string };
    };
    const from = performance.now();
    const seen = screen.shows(session, args.answers.subjective).then(() => shown.push(performance.now() - from));
    const base = { subjective: stamps.get(session) ?? '' };
    const result = await writeMutation(replica, writePorts, { name: 'note.edit', args, options: { base } });
    durable.push(performance.now() - from);
    if (result.kind !== 'saved') throw new Error(`not saved: ${result.message}`);
    stamps.set(session, result.uid);
    await seen;
    const between = await prepare?.();
    await pause(pauseMs);
    if (!between) continue;
    await between();
    await pause(pauseMs);
  }
  return { durable, shown };
}

async function pause(ms: number): Promise<void> {
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}
