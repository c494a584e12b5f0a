interface FigureBase {
  readonly name: string;
  readonly own: readonly number[];
  /** Highest value or ratio that holds (lowest, where more is better); null: only reported. */
  readonly floor: number | null;
  /** Times and sizes are better lower, rates higher. Default: lower. */
  readonly better?: 'lower' | 'higher';
  /** Whether the floor is held by the middle alone, or by the worse end of the 95 % interval too. Default: middle. */
  readonly judgedBy?: 'middle' | 'bound';
  readonly note?: string;
}

/** Measured round by round beside the least that the same bytes can cost on this machine. */
export interface RatioFigure extends FigureBase {
  readonly kind: 'ratio';
  readonly unit: 'ms' | '/s';
  readonly limit: readonly number[];
}

/** Measured against a number that was promised. */
export interface BudgetFigure extends FigureBase {
  readonly kind: 'budget';
  readonly unit: 'ms' | 's' | 'B' | 'kB' | 'MB' | '%' | '/s';
}

export type Figure = RatioFigure | BudgetFigure;
