import { afterPaint } from './after-paint.ts';

/** However long the first answers take, nothing waits longer for them. */
export const longestWaitMs = 2000;

/**
 * Whose turn it is at the replica, which answers one after the other: what a screen is for is asked at once, what stands beside it when that has
 * its first answers and is on screen, or after two seconds.
 */
export class AskedAfter<Question> {
  /** Asked, and not answered yet. */
  readonly #first = new Set<Question>();
  readonly #waiting = new Map<Question, () => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #callOff = (): void => undefined;

  /** This one goes first: it is asked now, whether or not it waited. */
  goFirst(question: Question, ask: () => void): void {
    this.#leave(question);
    this.#first.add(question);
    ask();
  }

  /** One that was asked already, and is not answered, is what the screen is for now. */
  takeOver(question: Question): void {
    this.#first.add(question);
  }

  /** This one waits for those that go first; where there are none it is asked now. */
  wait(question: Question, ask: () => void): void {
    if (this.#first.size === 0 && this.#waiting.size === 0) {
      ask();
      return;
    }
    this.#waiting.set(question, ask);
    this.#timer ??= setTimeout(() => {
      // They have had their time: what is asked for next, an answer of these in hand, does not wait for them again.
      this.#first.clear();
      this.#askWaiting();
    }, longestWaitMs);
  }

  isWaiting(question: Question): boolean {
    return this.#waiting.has(question);
  }

  /** It has an answer, or nobody asks for it any more. */
  settle(question: Question): void {
    this.#leave(question);
    if (!this.#first.delete(question) || this.#first.size > 0 || this.#waiting.size === 0) return;
    // The next thing that the screen itself asks for, an answer in hand, still goes before.
    this.#callOff();
    this.#callOff = afterPaint(() => {
      if (this.#first.size === 0) this.#askWaiting();
    });
  }

  #leave(question: Question): void {
    if (this.#waiting.delete(question) && this.#waiting.size === 0) this.#rest();
  }

  /** Whoever waits next has two seconds of its own. */
  #rest(): void {
    this.#callOff();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #askWaiting(): void {
    this.#rest();
    const asks = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const ask of asks) ask();
  }
}
