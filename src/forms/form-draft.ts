import type { TextHolder } from '../lib/unsaved.ts';

/** Whose form it is, what it belongs to, and where the person can go on with it. */
export interface DraftPlace {
  readonly owner: string;
  readonly key: string;
  readonly path: string;
}

/**
 * What stands in a form and was sent nowhere: in memory alone, never on disk, until it is sent or given up. It outlives its
 * screen (a lock, another page). Nothing sends it unasked: to send is the person's own act.
 */
export class FormDraft<Values extends object> implements TextHolder {
  readonly owner: string;
  readonly key: string;
  readonly path: string;
  readonly isByHand = true;
  readonly #words: Readonly<Record<string, string>>;
  readonly #listeners = new Set<() => void>();
  #values: Values | null = null;

  constructor({ owner, key, path }: DraftPlace, words: Readonly<Record<string, string>>) {
    this.owner = owner;
    this.key = key;
    this.path = path;
    this.#words = words;
  }

  /** The person changed something; null: the form says again what it said at first. */
  change(values: Values | null): void {
    this.#values = values;
    for (const listener of this.#listeners) listener();
  }

  values = (): Values | null => this.#values;
  hasUnsaved = (): boolean => this.#values !== null;
  letGo = (): void => this.change(null);
  flush = (): Promise<void> => Promise.resolve();

  /** Every text under the words of its field, for the clipboard. */
  text = (): string =>
    Object.entries(this.#values ?? {})
      .flatMap(([field, value]) =>
        typeof value === 'string' && value.trim() !== '' ? [`${this.#words[field] ?? field}\n${value}`] : [],
      )
      .join('\n\n');

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
