/** One way to break a rule: a change of shipped code after which the tests that hold it must fall. */
export interface BrokenRule {
  /** An id of `sync/SPEC.md`. */
  readonly rule: string;
  /** What a careless hand might do, in words. */
  readonly what: string;
  /** Where the symbol lived when this was written; it is found where it lives by now. */
  readonly file: string;
  /** A declaration at the top of that file or a member of its class: `SyncEngine.#conclude`. */
  readonly symbol: string;
  /** Words that stand in the symbol exactly once, however its lines are broken, and what takes their place. */
  readonly from: string;
  readonly to: string;
  /** Test files that hold the rule. The change is killed by a failing test whose full name carries the rule's id. */
  readonly tests: readonly string[];
  /** Any failing test of these files counts: the rule is held by the simulation, or under the id of another rule. */
  readonly anyTest?: true;
  /** Why any test may kill it. */
  readonly reason?: string;
}
