import type { LiveAnswers, Loaded, Question } from './live-answers.ts';

/** A question, and what it is asked of. */
interface AskedOf<Value> {
  readonly of: string;
  readonly question: Question<Value>;
}

/** Several questions whose first answers come together. */
export class JoinedAnswers<Value> {
  readonly #live: LiveAnswers;
  readonly #asked: readonly AskedOf<Value>[];
  /** All before it were answered when that was looked at last. */
  #firstOpen = 0;
  #part: { readonly before: ReadonlyMap<string, Value>; readonly found: ReadonlyMap<string, Value> } | null = null;
  #last: { readonly answers: readonly Loaded<Value>[]; readonly found: ReadonlyMap<string, Value> } | null = null;

  constructor(live: LiveAnswers, asked: readonly AskedOf<Value>[]) {
    this.#live = live;
    this.#asked = asked;
  }

  /** Listens to all of them. */
  listen(listener: () => void): () => void {
    const stops = this.#asked.map(({ question }) => this.#live.listen(question, listener));
    return () => stops.forEach((stop) => stop());
  }

  /** The answers by what was asked, the same map until one of them is another; null before all have come. */
  get(): ReadonlyMap<string, Value> | null {
    // Each answer of hundreds has somebody look here: what is still missing is looked at first.
    for (; this.#firstOpen < this.#asked.length; this.#firstOpen += 1)
      if (this.#answer(this.#firstOpen).loading) return null;
    const answers = this.#asked.map((_, index) => this.#answer(index));
    if (this.#last && answers.every((answer, index) => answer === this.#last?.answers[index])) return this.#last.found;
    const found = new Map<string, Value>();
    for (const [index, { of }] of this.#asked.entries()) {
      const answer = answers[index];
      if (!answer || answer.loading) {
        this.#firstOpen = index;
        return null;
      }
      found.set(of, answer.value);
    }
    this.#last = { answers, found };
    return found;
  }

  /**
   * For as long as not all have come: what was answered `before`, with the live answers of those among it that are asked still. What is new comes
   * together: a page of hundreds more is drawn once, and not with each of them. The same map until one of its answers is another.
   */
  soFar(before: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
    if (before.size === 0) return before;
    const shown = this.#part?.before === before ? this.#part.found : before;
    let found: Map<string, Value> | null = null;
    for (const [index, { of }] of this.#asked.entries()) {
      const answer = this.#answer(index);
      if (answer.loading || !shown.has(of) || Object.is(shown.get(of), answer.value)) continue;
      found ??= new Map(shown);
      found.set(of, answer.value);
    }
    if (found === null) return shown;
    this.#part = { before, found };
    return found;
  }

  #answer(index: number): Loaded<Value> {
    return this.#live.get(this.#asked[index]?.question.key ?? '');
  }
}
