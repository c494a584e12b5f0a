import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface BenchOptions {
  readonly json: string;
  readonly rounds: number;
  /** Names of figure groups, repeated or with commas; empty: all. */
  readonly only: readonly string[];
  /** Two rounds and no large practice: does it run at all? */
  readonly quick: boolean;
  /** A missed floor ends with exit code 1. */
  readonly gate: boolean;
  /** The stored run to compare with. */
  readonly compare: string;
  /** Something more than 10 % worse than there ends with exit code 1 too. */
  readonly gateComparison: boolean;
  /** Keep this run, a whole one, as the one that later runs are compared with. */
  readonly store: boolean;
}

/** The run that is kept with the sources. */
export const storedRunFile = 'tests/bench/stored-run.json';

export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      json: { type: 'string', default: '.cache/bench/result.json' },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      'no-gate': { type: 'boolean', default: false },
      compare: { type: 'string', default: storedRunFile },
      gate: { type: 'boolean', default: false },
      store: { type: 'boolean', default: false },
    },
  });
  const only = values.only.flatMap((names) => names.split(','));
  if (values.store && (only.length > 0 || values.quick))
    throw new Error('--store keeps a whole run, not a part of one');
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 10));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number above 0');
  return {
    json: values.json,
    rounds,
    only,
    quick: values.quick,
    gate: !values['no-gate'],
    compare: values.compare,
    gateComparison: values.gate,
    store: values.store,
  };
}
