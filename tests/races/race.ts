/** A half-open time between two instants of UTC, `YYYY-MM-DDTHH:MM:SS.sssZ`: such texts compare as the instants do. */
export interface Interval {
  readonly start: string;
  readonly end: string;
}

/** How an answer gets lost: the connection is cut once the request has left, at the first byte of the answer, or after all of it. */
export const losses = ['sent', 'head', 'whole'] as const;
export type Loss = (typeof losses)[number];

/** A mutation as a device says it, the same at every try. */
export interface Wish {
  readonly uid: string;
  readonly name: string;
  readonly args: Readonly<Record<string, string | number | boolean>>;
}

/** Whoever wants a time. */
interface Wanting extends Interval {
  /** Which of the devices asks. */
  readonly device: number;
  readonly wish: Wish;
  /** Which of the doors it asks at. */
  readonly door: number;
  /** Answers that do not arrive before one does. */
  readonly lost: readonly Loss[];
}

/** One caller's claim to the time: a session anew, one from elsewhere, or one that was cancelled. */
export interface Claim extends Wanting {
  readonly kind: 'book' | 'move' | 'restore';
  readonly session: string;
  readonly chart: string;
  /** Over what is blocked. */
  readonly isForced: boolean;
  /** Where the session lies that is moved. */
  readonly home: Interval | null;
}

/** A time that the clinician keeps free: saved before the claims, among them, or once they are settled. */
export interface Block extends Wanting {
  readonly id: string;
  readonly when: 'before' | 'amid' | 'after';
}

/** Claims to one clinician's time, each two of which overlap: exactly one can stand. */
export interface Race extends Interval {
  readonly clinician: string;
  readonly claims: readonly Claim[];
  readonly block: Block | null;
  /** Sessions of the clinician that stand there already and touch the earliest and the latest claim, without overlapping. */
  readonly beside: readonly string[];
}

/** What somebody was told. */
export interface Answer {
  readonly outcome: string;
  readonly code: string | null;
  /** What of the time is taken, as far as it was said; null: this door says no times. */
  readonly taken: readonly Interval[] | null;
  /** Of what was made: its id, where only the answer says it. */
  readonly session?: string;
}
