import { createBrowserClient } from '../../../src/lib/browser-client.ts';
import type { OrchidClient } from '../../../src/lib/model.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';
import type { Note } from '../../../sync/collections/note-body.ts';
import { paused, type Pace } from './pace.ts';
import { rowsOnScreen } from './screen-writes.ts';

const patienceMs = 60_000;

/** As far as it is looked at. */
interface SeenNote {
  readonly body: Pick<Note, 'answers'>;
  readonly stamps: Readonly<Record<string, string>>;
}

/** What a device shows of the note that goes to and fro. */
interface Shown {
  readonly text: string;
  readonly stamp: string;
}

/** One end of a to and fro between two devices of an account: each answers what it sees of the other. */
export class Volley {
  readonly #client: OrchidClient;
  #hasFullScreen = false;

  private constructor(client: OrchidClient) {
    this.#client = client;
  }

  /** From here on a calendar of 200 sessions and their notes is on screen; what comes is seen there. Resolves once it is shown. */
  async fillScreen(): Promise<void> {
    this.#hasFullScreen = true;
    const range = { from: '', to: '~', limit: rowsOnScreen, reverse: true } as const;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#client.watchRange({ collection: 'appointment', index: 'start', ...range }, (rows) => {
      if (rows.length === rowsOnScreen) resolve();
      else reject(new Error(`only ${rows.length} sessions on screen`));
    });
    await promise;
  }

  /** Tells what the device shows of a session's note; on a full screen it is the range of all notes there that tells. */
  #see(session: string, onShown: (shown: Shown) => void): () => void {
    const id = noteIdOf(session);
    const tell = (note: SeenNote | undefined): void => {
      const text = note?.body.answers['focus'];
      if (note && typeof text === 'string') onShown({ text, stamp: note.stamps['focus'] ?? '' });
    };
    if (!this.#hasFullScreen) return this.#client.watchGet('note', id, (note) => tell(note ?? undefined));
    const range = { from: '', to: '~', limit: rowsOnScreen, reverse: true } as const;
    return this.#client.watchRange({ collection: 'note', index: 'session', ...range }, (rows) =>
      tell(rows.find((row) => row.id === id)),
    );
  }

  /** The client that the app ships, with its workers and its socket, signed in and complete. */
  static async signIn(email: string, password: string): Promise<Volley> {
    const client = createBrowserClient();
    await until(() => client.session.get().kind !== 'starting');
    const result = await client.signIn({ email, password });
    if (result.kind !== 'ok') throw new Error(`sign-in: ${JSON.stringify(result)}`);
    await until(() => client.status.get().syncedAt !== null);
    return new Volley(client);
  }

  async futureSession(): Promise<string> {
    const query = {
      collection: 'appointment',
      index: 'start',
      from: new Date().toISOString(),
      to: '~',
      limit: 1,
      // The last of all: its note is among those on screen, however many others are written by then.
      reverse: true,
    } as const;
    const [session] = await this.#client.range(query);
    if (!session) throw new Error('no session ahead');
    return session.id;
  }

  /** Answers every `A n pause` with `B n waited`. Returns the way to stop. */
  answer(session: string): () => void {
    const seen = new Set<string>();
    return this.#see(session, ({ text, stamp }) => {
      const [kind, turn = '', pauseMs] = text.split(' ');
      if (kind !== 'A' || seen.has(text)) return;
      seen.add(text);
      void paused(Number(pauseMs)).then((waited) => this.#write(session, `B ${turn} ${waited}`, stamp));
    });
  }

  /** So many times there and back; milliseconds of one way, without the pauses. */
  async serve(session: string, first: number, { exchanges, pauseMs }: Pace): Promise<number> {
    let onBack = (_text: string): void => undefined;
    let stamp = '';
    const stop = this.#see(session, (shown) => {
      stamp = shown.stamp;
      onBack(shown.text);
    });
    let ms = 0;
    for (let turn = first; turn < first + exchanges; turn += 1) {
      await paused(pauseMs);
      const back = new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no answer came back')), patienceMs);
        onBack = (text) => {
          const [kind, answered, waited] = text.split(' ');
          if (kind !== 'B' || Number(answered) !== turn) return;
          clearTimeout(timer);
          resolve(Number(waited));
        };
      });
      const from = performance.now();
      await this.#write(session, `A ${turn} ${pauseMs}`, stamp);
      const waited = await back;
      ms += performance.now() - from - waited;
    }
    stop();
    return ms / exchanges / 2;
  }

  async #write(session: string, text: string, base: string): Promise<void> {
    const args = {
      appointment_id: session,
      author_name: 'Dr. Maya Lindqvist',
      note_schema_id: 'soap-note',
      note_schema_revision: 1,
      answers: { focus: text },
    };
    const result = await this.#client.mutate('note.edit', args, { base: { focus: base } });
    if (result.kind !== 'saved') throw new Error(`not saved: ${result.message}`);
  }
}

async function until(holds: () => boolean): Promise<void> {
  const from = performance.now();
  while (!holds()) {
    if (performance.now() - from > patienceMs) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
