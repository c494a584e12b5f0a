import { newId } from '../core/new-id.ts';
import { systemRandom } from '../web/system-ports.ts';

/**
 * Announces a commit to the other contexts of this device while it is being made. On a channel of its own: it wakes who asks for it, and no
 * screen.
 */
export class ComingChannel {
  readonly #name: string;
  readonly #own = newId(systemRandom);
  readonly #listeners = new Set<(announced: string) => void>();
  #open: BroadcastChannel | null = null;
  #count = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Answers the name that this commit goes by. */
  announce(): string {
    this.#count += 1;
    const announced = `${this.#own} ${this.#count}`;
    this.#channel().postMessage(announced);
    return announced;
  }

  listen(listener: (announced: string) => void): () => void {
    this.#listeners.add(listener);
    this.#channel().onmessage = (event: MessageEvent<string>) => {
      for (const one of this.#listeners) one(event.data);
    };
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#listeners.clear();
    this.#open?.close();
  }

  /** One for both: what is announced here is not heard here. */
  #channel(): BroadcastChannel {
    return (this.#open ??= new BroadcastChannel(this.#name));
  }
}
