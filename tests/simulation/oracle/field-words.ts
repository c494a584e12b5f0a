/** One version of a field: what somebody wrote, under the uid of the change that wrote it. */
interface Words {
  readonly uid: string;
  readonly text: string;
}

/**
 * The words of one field that nobody saw replaced. Who types over a version has seen that one and no other; who chooses has seen those
 * that the choice names. Everything else that was ever written is still there to be read, or it was lost.
 */
export class FieldWords {
  #live: readonly Words[] = [];

  /** Typed over the version `base`; '' where the field looked empty. */
  type(words: Words, base: string): void {
    this.#live = [...this.#live.filter(({ uid }) => uid !== base), words];
  }

  /** Chosen, with these versions on screen. The same words stand there once. */
  choose(words: Words, seen: readonly string[]): void {
    this.#live = [...this.#live.filter(({ uid, text }) => !seen.includes(uid) && text !== words.text), words];
  }

  /** Whether this version stands. */
  has(uid: string): boolean {
    return this.#live.some((words) => words.uid === uid);
  }

  get texts(): ReadonlySet<string> {
    return new Set(this.#live.map(({ text }) => text));
  }
}
