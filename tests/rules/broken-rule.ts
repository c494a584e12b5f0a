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
  /** Test files that hold the rule; the first failing test that names the rule, or lies in a file that does, kills the change. */
  readonly tests: readonly string[];
}
