import type { ErrorCode } from '../../sync/protocol/error-codes.ts';

/** For people, where the engine threw; what it threw is for the log. */
export const notTakenMessage = 'The storage of this device did not take it.';

/** One field as the screen shows it. A new object whenever something changed. */
export interface FieldView<Value> {
  readonly value: Value;
  /** uid of the version that this value was put over; '' where nothing was ever written. */
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

/** A field on its way to the device. */
export interface SavedField<Value> {
  view: FieldView<Value>;
  /** First edit that no started save covers. */
  dirtySinceMs: number | null;
  lastEditMs: number;
  lastSaveMs: number;
  inFlight: Promise<void> | null;
  cancelTimer: (() => void) | null;
  cancelHeld: (() => void) | null;
  failures: number;
  refusal: ErrorCode | null;
  /** The needs-attention item that holds this field's refused value. */
  keptAs: string | null;
  message: string | null;
}

/** A field that nobody has touched. */
export function newField<Value>(empty: Value): SavedField<Value> {
  return {
    view: { value: empty, base: '', dirty: false },
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
}

/** Whether this field would be lost with the page: what was refused and is kept elsewhere would not. */
export function isUnsaved(field: Pick<SavedField<unknown>, 'view' | 'refusal' | 'keptAs'>): boolean {
  return field.view.dirty && !(field.refusal !== null && field.keptAs !== null);
}

/** What is said of all fields together: a refusal before a failure before a save under way. */
export function saveStateOf(fields: readonly SavedField<unknown>[], savedAtMs: number | null): SaveState {
  const refused = fields.find((field) => field.refusal !== null);
  const failed = fields.find((field) => field.failures > 0);
  const phase = phaseOf(fields, { refused, failed, savedAtMs });
  return {
    phase,
    savedAtMs,
    message: (refused ?? failed)?.message ?? null,
    code: refused?.refusal ?? null,
    kept: phase === 'refused' && !fields.some(isUnsaved),
  };
}

function phaseOf(
  fields: readonly SavedField<unknown>[],
  { refused, failed, savedAtMs }: { refused: unknown; failed: unknown; savedAtMs: number | null },
): SaveState['phase'] {
  if (refused) return 'refused';
  if (failed) return 'not-saved';
  if (fields.some((field) => field.view.dirty || field.inFlight !== null)) return 'saving';
  return savedAtMs === null ? 'untouched' : 'saved';
}
