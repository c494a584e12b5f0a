import type { Clock } from '../../sync/ports.ts';

/** Something that holds text which may not be on the device yet: an open editor, or one that had to go. */
export interface TextHolder {
  /** Whose text it is (account id), and what it belongs to. Nobody else ever sees it. */
  readonly owner: string;
  readonly key: string;
  /** Where the person can go on with it. */
  readonly path: string;
  /** Only the person sends it: nothing here saves it by itself. */
  readonly isByHand: boolean;
  /** One attempt to save; never throws. Of what is sent by hand: nothing. */
  flush(): Promise<void>;
  hasUnsaved(): boolean;
  /** What is unsaved, for the clipboard. */
  text(): string;
  /** The person gives it up. */
  letGo(): void;
  subscribe(listener: () => void): () => void;
}

export interface UnsavedPorts {
  readonly clock: Pick<Clock, 'after'>;
  /** Called with whether the browser must ask before the page goes. */
  readonly guardPage: (on: boolean) => void;
}

/** Storage that answers nothing must keep nobody from locking or leaving. */
export const flushPatienceMs = 2_000;

const none: readonly TextHolder[] = [];

/**
 * Every text of this page that is not durable yet. An editor that must go (lock, another screen, a record that was taken
 * away) leaves its text here, in memory and never on disk, until it is saved, taken up again, or given up by the person.
 */
export class UnsavedTexts {
  readonly #ports: UnsavedPorts;
  /** Holders and how to stop hearing of them. */
  readonly #holders = new Map<TextHolder, () => void>();
  readonly #shown = new Set<TextHolder>();
  readonly #listeners = new Set<() => void>();
  #left = none;
  #isGuarded = false;

  constructor(ports: UnsavedPorts) {
    this.#ports = ports;
  }

  /** Takes note of what an editor holds; the answer is called when the editor goes. */
  show(holder: TextHolder): () => void {
    this.#shown.add(holder);
    if (!this.#holders.has(holder))
      this.#holders.set(
        holder,
        holder.subscribe(() => this.#look()),
      );
    this.#look();
    return () => {
      this.#shown.delete(holder);
      this.#look();
    };
  }

  /** What an editor of this person left behind unsaved, for the next one of the same thing. */
  find(owner: string, key: string): TextHolder | undefined {
    return this.#left.find((holder) => holder.owner === owner && holder.key === key);
  }

  /** Unsaved text that no screen shows. The same list as long as nothing changes. */
  left = (): readonly TextHolder[] => this.#left;

  hasUnsaved(): boolean {
    return [...this.#holders.keys()].some((holder) => holder.hasUnsaved());
  }

  /** Resolves when everything typed is saved on the device, could not be, or storage has not answered for 2 s. */
  async flush(): Promise<void> {
    let cancel: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      cancel = this.#ports.clock.after(flushPatienceMs, resolve);
    });
    await Promise.race([Promise.allSettled([...this.#holders.keys()].map((holder) => holder.flush())), patience]);
    cancel();
  }

  /** The person leaves for good and knows what is lost. */
  letGo(): void {
    for (const holder of this.#holders.keys()) holder.letGo();
    this.#look();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Lets go of what is saved and on no screen, and says what has changed. */
  #look(): void {
    for (const [holder, stop] of this.#holders) {
      if (this.#shown.has(holder) || holder.hasUnsaved()) continue;
      stop();
      this.#holders.delete(holder);
    }
    const isGuarded = this.hasUnsaved();
    if (isGuarded !== this.#isGuarded) this.#ports.guardPage(isGuarded);
    this.#isGuarded = isGuarded;
    const left = [...this.#holders.keys()].filter((holder) => !this.#shown.has(holder));
    if (left.length === this.#left.length && left.every((holder, index) => holder === this.#left[index])) return;
    this.#left = left.length > 0 ? left : none;
    for (const listener of this.#listeners) listener();
  }
}
