import type { TextHolder } from '../../../lib/unsaved.ts';

/** An addendum while it is typed: in memory alone, until it is signed or given up. Nothing adds it unasked. */
export class AddendumDraft implements TextHolder {
  readonly owner: string;
  readonly key: string;
  readonly path: string;
  readonly #listeners = new Set<() => void>();
  #text = '';

  constructor(owner: string, appointmentId: string) {
    this.owner = owner;
    this.key = `addendum:${appointmentId}`;
    this.path = `/pro-dashboard/sessions/${appointmentId}/note`;
  }

  type(text: string): void {
    this.#text = text;
    for (const listener of this.#listeners) listener();
  }

  text = (): string => this.#text;
  hasUnsaved = (): boolean => this.#text.trim() !== '';
  letGo = (): void => this.type('');
  /** To sign is the person's own act. */
  flush = (): Promise<void> => Promise.resolve();

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
