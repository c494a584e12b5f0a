import type { StoreChange } from '../ports.ts';
import { asForeign, asNames } from './store-change.ts';

/**
 * Tells the other contexts of this device what a commit changed, in the order of the commits. It is said in a task of its own:
 * whoever waits for the commit does not wait for its rows to be copied too. What is not said yet when the store closes is said then.
 */
export class ChangeChannel {
  readonly #channel: BroadcastChannel;
  readonly #task = new MessageChannel();
  readonly #unsaid: StoreChange[] = [];

  constructor(name: string, onChange: (change: StoreChange) => void) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = (event: MessageEvent<StoreChange>) => onChange(event.data);
    this.#task.port1.onmessage = () => this.#say();
  }

  tell(change: StoreChange): void {
    this.#unsaid.push(change);
    // A timer of a tab in the back may wait for a minute; a message does not.
    if (this.#unsaid.length === 1) this.#task.port2.postMessage(null);
  }

  /** Before its commit has been made: what is read on this word is read after it. */
  foretell(change: StoreChange): void {
    this.#say();
    this.#channel.postMessage(asForeign(change));
  }

  /** What was foretold has not come: look again. */
  takeBack(change: StoreChange): void {
    this.#say();
    this.#channel.postMessage(asNames(change));
  }

  close(): void {
    this.#say();
    this.#task.port1.close();
    this.#channel.close();
  }

  #say(): void {
    for (const change of this.#unsaid.splice(0)) this.#channel.postMessage(asForeign(change));
  }
}
