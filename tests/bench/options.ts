import { parseArgs } from 'node:util';

/** What was asked for on the command line. */
export interface BenchOptions {
  readonly json: string;
  readonly rounds: number;
  /** Names of figure groups, repeated or with commas; empty: all. */
  readonly only: readonly string[];
  /** Two rounds and no large practice: does it run at all? */
  readonly quick: boolean;
  readonly gate: boolean;
}

export function parseOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      json: { type: 'string', default: '.cache/bench/result.json' },
      rounds: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      'no-gate': { type: 'boolean', default: false },
    },
  });
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 10));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number above 0');
  return {
    json: values.json,
    rounds,
    only: values.only.flatMap((names) => names.split(',')),
    quick: values.quick,
    gate: !values['no-gate'],
  };
}
