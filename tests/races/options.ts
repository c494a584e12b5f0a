import { parseArgs } from 'node:util';

/** How much to run, and by which seed. */
export interface RaceOptions {
  readonly races: number;
  readonly callers: number;
  readonly seed: number;
}

/** Reads the command line; throws where a value is no whole number above 0. */
export function parseOptions(args: readonly string[]): RaceOptions {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      races: { type: 'string', default: '200' },
      callers: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
    },
  });
  return {
    races: toCount('races', values.races),
    callers: toCount('callers', values.callers),
    seed: toCount('seed', values.seed),
  };
}

function toCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a whole number above 0`);
  return count;
}
