import { createBrowserClient } from '../../../src/lib/browser-client.ts';
import type { OrchidClient } from '../../../src/lib/model.ts';
import { noteIdOf } from '../../../sync/collections/appointment.ts';

const patienceMs = 60_000;

/** One end of a to and fro between two devices of an account: each answers what it sees of the other. */
export class Volley {
  readonly #client: OrchidClient;

  private constructor(client: OrchidClient) {
    this.#client = client;
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
    } as const;
    const [session] = await this.#client.range(query);
    if (!session) throw new Error('no session ahead');
    return session.id;
  }

  /** Answers every `A n` with `B n`. Returns the way to stop. */
  answer(session: string): () => void {
    const seen = new Set<string>();
    return this.#client.watchGet('note', noteIdOf(session), (note) => {
      const text = note?.body.answers['focus'];
      if (typeof text !== 'string' || !text.startsWith('A ') || seen.has(text)) return;
      seen.add(text);
      void this.#write(session, `B ${text.slice(2)}`, note?.stamps['focus'] ?? '');
    });
  }

  /** So many times there and back; milliseconds of one way. */
  async serve(session: string, first: number, exchanges: number): Promise<number> {
    let onBack = (_text: string): void => undefined;
    let stamp = '';
    const stop = this.#client.watchGet('note', noteIdOf(session), (note) => {
      stamp = note?.stamps['focus'] ?? '';
      const text = note?.body.answers['focus'];
      if (typeof text === 'string') onBack(text);
    });
    const from = performance.now();
    for (let turn = first; turn < first + exchanges; turn += 1) {
      const back = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('no answer came back')), patienceMs);
        onBack = (text) => {
          if (text !== `B ${turn}`) return;
          clearTimeout(timer);
          resolve();
        };
      });
      await this.#write(session, `A ${turn}`, stamp);
      await back;
    }
    const ms = (performance.now() - from) / exchanges / 2;
    stop();
    return ms;
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
