import type { ErrorCode } from '../../../../sync/protocol/error-codes.ts';
import type { MutateResult } from '../../../../sync/client/api.ts';
import { isSameContent } from '../../../../sync/core/merge-field.ts';
import type { Answer } from '../../../../sync/collections/note-body.ts';

/** One field as the screen shows it. A new object whenever something changed. */
export interface FieldView {
  readonly value: Answer;
  /** uid of the version that this text was typed over; '' where nothing was ever written. */
  readonly base: string;
  /** What is on screen is not (yet) durable on the device. */
  readonly dirty: boolean;
}

export interface SaveState {
  readonly phase: 'untouched' | 'saving' | 'saved' | 'not-saved' | 'refused';
  /** When the last save became durable, ms since the epoch. */
  readonly savedAtMs: number | null;
  /** Why not, for the person. */
  readonly message: string | null;
  /** Why it was refused; null in every other phase. */
  readonly code: ErrorCode | null;
  /** Refused, and all of it lies in needs attention: nothing is lost with this page. */
  readonly kept: boolean;
}

/** One field's text on its way to the device. */
export interface FieldEdit {
  readonly field: string;
  readonly value: Answer;
  readonly base: string;
  /** The needs-attention item that holds an earlier state of this text. */
  readonly keptAs: string | null;
}

/** What is on screen and nowhere else. */
export interface UnsavedField {
  readonly field: string;
  readonly value: Answer;
}

export interface SaverClock {
  readonly now: () => number;
  /** Calls back after `ms`; the answer cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface FieldSaverOptions {
  readonly save: (edit: FieldEdit) => Promise<MutateResult>;
  readonly clock: SaverClock;
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
/** For people; what the engine threw is for the log. */
const failedMessage = 'The storage of this device did not take it.';
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000];

interface Field {
  view: FieldView;
  /** First edit that no started save covers. */
  dirtySinceMs: number | null;
  lastEditMs: number;
  lastSaveMs: number;
  inFlight: Promise<void> | null;
  cancelTimer: (() => void) | null;
  cancelHeld: (() => void) | null;
  failures: number;
  refusal: ErrorCode | null;
  /** The needs-attention item that holds this field's refused text. */
  keptAs: string | null;
  message: string | null;
}

/**
 * Carries what is typed into one note to the device, field by field.
 *
 * Invariants: what is on screen and not durable is `dirty`; at most one save of a field is in flight; a field that is
 * dirty is never overwritten from the replica; after a save the field's base is the uid it returned; a refused or failed
 * text stays on screen until it is saved or the person leaves knowingly. [NS-2] What failed is tried again by itself, also
 * after `close`, and at once when storage is known to work.
 */
export class FieldSaver {
  readonly #options: FieldSaverOptions;
  readonly #fields = new Map<string, Field>();
  readonly #listeners = new Set<() => void>();
  #state: SaveState = { phase: 'untouched', savedAtMs: null, message: null, code: null, kept: false };
  #stopped = false;
  #starts = 0;

  constructor(options: FieldSaverOptions) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  state = (): SaveState => this.#state;

  field = (name: string): FieldView => this.#field(name).view;

  /** The person changed a field. */
  edit(name: string, value: Answer): void {
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
  adopt(name: string, value: Answer, stamp: string): void {
    const field = this.#field(name);
    field.cancelHeld?.();
    field.cancelHeld = null;
    if (field.view.dirty || field.inFlight) return;
    if (field.view.base === stamp && isSameContent(field.view.value, value)) return;
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
  unsaved(): readonly UnsavedField[] {
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

  #field(name: string): Field {
    const known = this.#fields.get(name);
    if (known) return known;
    const made: Field = {
      view: { value: '', base: '', dirty: false },
      dirtySinceMs: null,
      lastEditMs: 0,
      lastSaveMs: Number.NEGATIVE_INFINITY,
      inFlight: null,
      cancelTimer: null,
      cancelHeld: null,
      failures: 0,
      refusal: null,
      keptAs: null,
      message: null,
    };
    this.#fields.set(name, made);
    return made;
  }

  #show(field: Field, value: Answer, stamp: string): void {
    field.view = { value, base: stamp, dirty: false };
    this.#changed();
  }

  #schedule(name: string, field: Field): void {
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

  #send(name: string, field: Field): Promise<void> {
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

  async #attempt(name: string, field: Field): Promise<void> {
    const { value, base } = field.view;
    field.dirtySinceMs = null;
    const result = await this.#saveOnce({ field: name, value, base, keptAs: field.keptAs });
    switch (result.kind) {
      case 'saved': {
        // Given up meanwhile: nothing is dirty any more.
        const unchanged = isSameContent(field.view.value, value) || !field.view.dirty;
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
        field.refusal = isSameContent(field.view.value, value) ? result.code : null;
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

  async #saveOnce(edit: FieldEdit): Promise<MutateResult> {
    try {
      return await this.#options.save(edit);
    } catch {
      // The engine threw: nothing proves that the text was stored, so it counts as not saved and is tried again.
      return { kind: 'not-saved', reason: 'storage', message: failedMessage };
    }
  }

  #changed(): void {
    const fields = [...this.#fields.values()];
    const refused = fields.find((field) => field.refusal !== null);
    const failed = fields.find((field) => field.failures > 0);
    const busy = fields.some((field) => field.view.dirty || field.inFlight !== null);
    const { savedAtMs } = this.#state;
    const phase = refused
      ? 'refused'
      : failed
        ? 'not-saved'
        : busy
          ? 'saving'
          : savedAtMs === null
            ? 'untouched'
            : 'saved';
    const message = (refused ?? failed)?.message ?? null;
    const kept = phase === 'refused' && !this.hasUnsaved();
    const code = refused?.refusal ?? null;
    const before = this.#state;
    if (phase !== before.phase || message !== before.message || code !== before.code || kept !== before.kept)
      this.#state = { phase, savedAtMs, message, code, kept };
    for (const listener of this.#listeners) listener();
  }
}

function isUnsaved(field: Field): boolean {
  return field.view.dirty && !(field.refusal !== null && field.keptAs !== null);
}
