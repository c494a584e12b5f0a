import type { Observable } from '../../sync/client/api.ts';
import type { UnsavedTexts } from './unsaved.ts';

/** A new version of the app, as this page sees it. */
export interface UpdateState {
  /** It is there, or in use already under this page, which is still the old one. */
  readonly waiting: boolean;
  /** The last attempt was held back: loading this page anew would lose text. */
  readonly isHeld: boolean;
}

/** A new version that waits to be put in use. The person says when; then every tab goes over that has nothing to lose. */
export class UpdateSource implements Observable<UpdateState> {
  readonly #unsaved: Pick<UnsavedTexts, 'flush' | 'hasUnsaved'>;
  readonly #reload: () => void;
  readonly #listeners = new Set<() => void>();
  #state: UpdateState = { waiting: false, isHeld: false };
  #putInUse: (() => void) | null = null;

  constructor(ports: { readonly unsaved: Pick<UnsavedTexts, 'flush' | 'hasUnsaved'>; readonly reload: () => void }) {
    this.#unsaved = ports.unsaved;
    this.#reload = ports.reload;
  }

  get = (): UpdateState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** A version waits; `putInUse` makes it the one of all tabs. */
  announce(putInUse: () => void): void {
    this.#putInUse = putInUse;
    this.#set({ waiting: true, isHeld: false });
  }

  /** The person wants it. Nothing happens while text of this tab would be lost. */
  async install(): Promise<void> {
    if (await this.#isHeld()) return;
    if (this.#putInUse) this.#putInUse();
    else this.#reload();
  }

  /** The new version is the one of all tabs by now, whichever of them asked for it: this page goes over too, or says why not. */
  async tookOver(): Promise<void> {
    this.#putInUse = null;
    if (!(await this.#isHeld())) this.#reload();
  }

  async #isHeld(): Promise<boolean> {
    await this.#unsaved.flush();
    const isHeld = this.#unsaved.hasUnsaved();
    if (isHeld) this.#set({ waiting: true, isHeld });
    return isHeld;
  }

  #set(state: UpdateState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
