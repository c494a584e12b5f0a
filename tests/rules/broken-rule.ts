/** One way to break a rule: a change of shipped code after which the tests that hold it must fall. */
export interface BrokenRule {
  /** An id of `sync/SPEC.md`. */
  readonly rule: string;
  /** What a careless hand might do, in words. */
  readonly what: string;
  readonly file: string;
  /** Text that stands in the file exactly once, and what takes its place. */
  readonly from: string;
  readonly to: string;
  /** Test files that hold the rule. The change is killed by a failing test whose full name carries the rule's id. */
  readonly tests: readonly string[];
  /** Any failing test of these files counts: the rule is held by the simulation, or under the id of another rule. */
  readonly anyTest?: true;
  /** Why any test may kill it. */
  readonly reason?: string;
}
