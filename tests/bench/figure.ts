/** Measured round by round beside the least that the same bytes can cost on this machine. */
export interface RatioFigure {
  readonly kind: 'ratio';
  readonly name: string;
  readonly unit: 'ms';
  readonly own: readonly number[];
  readonly limit: readonly number[];
  /** Highest ratio that holds; null: only reported. */
  readonly floor: number | null;
  readonly note?: string;
}

/** Measured against a number that was promised. */
export interface BudgetFigure {
  readonly kind: 'budget';
  readonly name: string;
  readonly unit: 'ms' | 'kB' | 'MB';
  readonly own: readonly number[];
  /** Highest value that holds; null: only reported. */
  readonly floor: number | null;
  readonly note?: string;
}

export type Figure = RatioFigure | BudgetFigure;
