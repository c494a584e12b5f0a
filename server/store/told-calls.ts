/** How a session stood before a change that its client has not been told of yet. */
export interface ToldRow {
  readonly appointmentId: string;
  readonly scope: string;
  readonly start: string;
  /** 1: it stood; 0: it did not, or was not there. */
  readonly stands: number;
  /** Who changed it last. */
  readonly changedBy: string;
}

export interface ToldCalls {
  /** Of the first change that waits; of later ones only who made them. */
  addTold(row: ToldRow): void;
  /** All that wait in a chart. */
  toldIn(scope: string): readonly ToldRow[];
  forgetTold(scope: string): void;
}
