/** What a program asks for: the words of one field of one note, over the revision that it has read. */
export interface ProgramEdit {
  readonly sub: string;
  readonly appointment: string;
  readonly field: string;
  readonly text: string;
  /** Null: there is no note yet, as far as it knows. */
  readonly revision: number | null;
  readonly key: string | null;
}
