import * as v from 'valibot';

const asked = v.object({ appointment_id: v.string(), words: v.string() });
const answered = v.object({ appointment_id: v.string(), answer: v.picklist(['take', 'decline']) });
const of = v.object({ appointment_id: v.string() });
const heldWish = v.object({ appointment_id: v.string(), words: v.string(), state: v.string() });

interface Held {
  readonly collection: string;
  readonly id: string;
  readonly body: unknown;
}

/** What clients have asked of sessions to come, and what became of it. Times that are taken here are those that the sessions have. */
export class ExpectedWishes {
  readonly #wishes = new Map<string, { words: string; state: string }>();

  take(name: string, args: unknown): readonly string[] {
    if (name === 'session_wish.ask') {
      const { appointment_id, words } = v.parse(asked, args);
      this.#wishes.set(appointment_id, { words, state: 'asked' });
      return [];
    }
    const { appointment_id } = v.parse(of, args);
    const wish = this.#wishes.get(appointment_id);
    if (!wish) return [`${appointment_id}: ${name}, and nobody asked`];
    const state =
      name === 'session_wish.withdraw'
        ? 'withdrawn'
        : { take: 'taken', decline: 'declined' }[v.parse(answered, args).answer];
    const wrong =
      wish.state === 'asked' || wish.state === state ? [] : [`${appointment_id}: ${state}, and was ${wish.state}`];
    wish.state = state;
    return wrong;
  }

  problems(records: readonly Held[]): readonly string[] {
    const held = records.flatMap(({ collection, body }) => {
      if (collection !== 'session_wish') return [];
      const { appointment_id, words, state } = v.parse(heldWish, body);
      return [[appointment_id, words, state].join(' ')];
    });
    const wanted = [...this.#wishes].map(([id, { words, state }]) => [id, words, state].join(' '));
    const [one, other] = [held.toSorted().join('; '), wanted.toSorted().join('; ')];
    return one === other ? [] : [`wishes: ${one} instead of ${other}`];
  }
}
