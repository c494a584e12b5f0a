import type { MutateResult } from '../../sync/client/api.ts';
import {
  isUnsaved,
  newField,
  notTakenMessage,
  saveStateOf,
  type FieldView,
  type SavedField,
  type SaveState,
} from './save-state.ts';

/** One field's value on its way to the device. */
export interface FieldEdit<Value> {
  readonly field: string;
  readonly value: Value;
  readonly base: string;
  /** The needs-attention item that holds an earlier state of this value. */
  readonly keptAs: string | null;
}

/** What is on screen and nowhere else. */
export interface UnsavedField<Value> {
  readonly field: string;
  readonly value: Value;
}

export interface SaverClock {
  readonly now: () => number;
  /** Calls back after `ms`; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface FieldSaverOptions<Value> {
  readonly save: (edit: FieldEdit<Value>) => Promise<MutateResult>;
  readonly clock: SaverClock;
  /** What a field holds before anything is known of it. */
  readonly empty: Value;
  /** Whether two values say the same; by content, where a value is a list or a table. */
  readonly isSame: (one: Value, other: Value) => boolean;
}

/** A pause this long saves. */
export const trailingMs = 250;
/** And so does typing for this long without one: with a save of a few ms, text is durable within a second. */
export const maxWaitMs = 600;
/** A watcher may answer with what was read before our own save: what differs this soon after one is held back. */
export const echoMs = 1_000;
/** A save that takes longer is no longer called "saving". */
export const slowSaveMs = 6_000;
const slowMessage = 'The storage of this device does not answer.';
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000];

/**
 * Carries what is put into the fields of one record to the device, field by field.
 *
 * Invariants: what is on screen and not durable is `dirty`; at most one save of a field is in flight; a field that is
 * dirty is never overwritten from the replica; after a save the field's base is the uid it returned; a refused or failed
 * value stays on screen until it is saved or the person leaves knowingly. [NS-2] What failed is tried again by itself, also
 * after `close`, and at once when storage is known to work.
 */
export class FieldSaver<Value> {
  readonly #options: FieldSaverOptions<Value>;
  readonly #fields = new Map<string, SavedField<Value>>();
  readonly #listeners = new Set<() => void>();
  #state: SaveState = { phase: 'untouched', savedAtMs: null, message: null, code: null, kept: false };
  #stopped = false;
  #starts = 0;

  constructor(options: FieldSaverOptions<Value>) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): SaveState => this.#state;

  field = (name: string): FieldView<Value> => this.#field(name).view;

  /** The person changed a field. */
  edit(name: string, value: Value): void {
    const field = this.#field(name);
    const now = this.#options.clock.now();
    field.view = { ...field.view, value, dirty: true };
    field.dirtySinceMs ??= now;
    field.lastEditMs = now;
    field.refusal = null;
    this.#schedule(name, field);
    this.#changed();
  }

  /** The replica shows another version of a field. Ignored while ours is unsaved: the engine keeps both then. */
  adopt(name: string, value: Value, stamp: string): void {
    const field = this.#field(name);
    field.cancelHeld?.();
    field.cancelHeld = null;
    if (field.view.dirty || field.inFlight) return;
    if (field.view.base === stamp && this.#options.isSame(field.view.value, value)) return;
    const sinceSaveMs = this.#options.clock.now() - field.lastSaveMs;
    if (sinceSaveMs < echoMs) {
      field.cancelHeld = this.#options.clock.after(echoMs - sinceSaveMs, () => {
        field.cancelHeld = null;
        if (!field.view.dirty && !field.inFlight) this.#show(field, value, stamp);
      });
      return;
    }
    this.#show(field, value, stamp);
  }

  /** Whether something on screen would be lost with this page. What was refused and is kept elsewhere would not. */
  hasUnsaved(): boolean {
    return [...this.#fields.values()].some(isUnsaved);
  }

  /** What would be lost with this page. */
  unsaved(): readonly UnsavedField<Value>[] {
    return [...this.#fields].flatMap(([name, field]) =>
      isUnsaved(field) ? [{ field: name, value: field.view.value }] : [],
    );
  }

  /** The person leaves knowingly: what is unsaved is given up. */
  letGo(): void {
    for (const field of this.#fields.values()) {
      field.cancelTimer?.();
      field.cancelTimer = null;
      field.view = { ...field.view, dirty: false };
      field.failures = 0;
      field.refusal = null;
    }
    this.#changed();
  }

  /** Something was just written to this device: what had failed goes now. */
  storageWorks(): void {
    for (const [name, field] of this.#fields) {
      if (field.failures === 0 || field.inFlight || !field.view.dirty) continue;
      field.cancelTimer?.();
      field.cancelTimer = null;
      void this.#send(name, field);
    }
  }

  /** Saves now what is unsaved; resolves when one attempt per field is over. */
  async flush(): Promise<void> {
    await Promise.all([...this.#fields.keys()].map((name) => this.flushField(name)));
  }

  async flushField(name: string): Promise<void> {
    const field = this.#field(name);
    field.cancelTimer?.();
    field.cancelTimer = null;
    if (field.inFlight) await field.inFlight;
    if (field.view.dirty && field.refusal === null) await this.#send(name, field);
  }

  /** Tries again what could not be saved or was refused, now. */
  async retry(): Promise<void> {
    for (const field of this.#fields.values()) field.refusal = null;
    await this.flush();
  }

  /**
   * Saves what is unsaved, then sets no more timers, unless it was started again meanwhile: a screen may be taken away
   * and put back while the last save is under way. What could not be saved goes on being tried.
   */
  async close(): Promise<void> {
    const starts = this.#starts;
    await this.flush();
    if (starts === this.#starts && !this.hasUnsaved()) this.stop();
  }

  /** No more timers; what is dirty stays unsaved. */
  stop(): void {
    this.#stopped = true;
    for (const field of this.#fields.values()) {
      field.cancelTimer?.();
      field.cancelHeld?.();
    }
  }

  /** Undoes `stop`: a screen that was hidden came back. */
  start(): void {
    this.#starts += 1;
    this.#stopped = false;
    for (const [name, field] of this.#fields) this.#schedule(name, field);
  }

  #field(name: string): SavedField<Value> {
    const known = this.#fields.get(name);
    if (known) return known;
    const made = newField(this.#options.empty);
    this.#fields.set(name, made);
    return made;
  }

  #show(field: SavedField<Value>, value: Value, stamp: string): void {
    field.view = { value, base: stamp, dirty: false };
    this.#changed();
  }

  #schedule(name: string, field: SavedField<Value>): void {
    if (this.#stopped || field.inFlight || !field.view.dirty || field.refusal !== null) return;
    const now = this.#options.clock.now();
    const retryMs = retryDelaysMs[Math.min(field.failures, retryDelaysMs.length) - 1];
    const dueMs = Math.min(field.lastEditMs + trailingMs, (field.dirtySinceMs ?? now) + maxWaitMs);
    field.cancelTimer?.();
    field.cancelTimer = this.#options.clock.after(retryMs ?? Math.max(0, dueMs - now), () => {
      field.cancelTimer = null;
      void this.#send(name, field);
    });
  }

  #send(name: string, field: SavedField<Value>): Promise<void> {
    if (field.inFlight) return field.inFlight;
    const cancelSlow = this.#options.clock.after(slowSaveMs, () => {
      field.failures = Math.max(1, field.failures);
      field.message = slowMessage;
      this.#changed();
    });
    field.inFlight = this.#attempt(name, field).finally(() => {
      cancelSlow();
      field.inFlight = null;
      this.#schedule(name, field);
      this.#changed();
    });
    this.#changed();
    return field.inFlight;
  }

  async #attempt(name: string, field: SavedField<Value>): Promise<void> {
    const { value, base } = field.view;
    field.dirtySinceMs = null;
    const result = await this.#saveOnce({ field: name, value, base, keptAs: field.keptAs });
    switch (result.kind) {
      case 'saved': {
        // Given up meanwhile: nothing is dirty any more.
        const unchanged = this.#options.isSame(field.view.value, value) || !field.view.dirty;
        const now = this.#options.clock.now();
        field.view = { value: field.view.value, base: result.uid, dirty: !unchanged };
        field.failures = 0;
        field.keptAs = null;
        field.message = null;
        field.lastSaveMs = now;
        this.#state = { ...this.#state, savedAtMs: now };
        this.storageWorks();
        return;
      }
      case 'rejected':
        if (!field.view.dirty) return;
        field.failures = 0;
        field.keptAs = result.keptAs ?? null;
        // Words that came after the refused ones have not been asked about yet.
        field.refusal = this.#options.isSame(field.view.value, value) ? result.code : null;
        field.message = result.message;
        field.dirtySinceMs ??= this.#options.clock.now();
        return;
      case 'not-saved':
        if (!field.view.dirty) return;
        field.failures += 1;
        field.message = result.message;
        field.dirtySinceMs ??= this.#options.clock.now();
        return;
    }
  }

  async #saveOnce(edit: FieldEdit<Value>): Promise<MutateResult> {
    try {
      return await this.#options.save(edit);
    } catch {
      // The engine threw: nothing proves that the text was stored, so it counts as not saved and is tried again.
      return { kind: 'not-saved', reason: 'storage', message: notTakenMessage };
    }
  }

  #changed(): void {
    const before = this.#state;
    const now = saveStateOf([...this.#fields.values()], before.savedAtMs);
    if (
      now.phase !== before.phase ||
      now.message !== before.message ||
      now.code !== before.code ||
      now.kept !== before.kept
    )
      this.#state = now;
    for (const listener of this.#listeners) listener();
  }
}
