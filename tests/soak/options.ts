import { parseArgs } from 'node:util';

/** How much to do. The defaults are the floors that a release must have passed. */
export interface SoakOptions {
  /** The first seed: of the schedules, and of everything else. Another range is another shard. */
  readonly from: number;
  readonly schedules: number;
  readonly steps: number;
  readonly serverKills: number;
  readonly browserKills: number;
  /** Go on where a stopped run with the same numbers was. */
  readonly resume: boolean;
}

/** Reads the command line; throws where a value is no whole number. */
export function parseOptions(args: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== '--'),
    options: {
      from: { type: 'string', default: '1' },
      schedules: { type: 'string', default: '5000' },
      steps: { type: 'string', default: '200' },
      'server-kills': { type: 'string', default: '200' },
      'browser-kills': { type: 'string', default: '30' },
      resume: { type: 'boolean', default: false },
    },
  });
  return {
    from: toCount('from', values.from),
    schedules: toCount('schedules', values.schedules),
    steps: toCount('steps', values.steps),
    serverKills: toCount('server-kills', values['server-kills']),
    browserKills: toCount('browser-kills', values['browser-kills']),
    resume: values.resume,
  };
}

/** The name under which a run is kept: the same numbers are the same run. */
export function runName({ from, schedules, steps, serverKills, browserKills }: SoakOptions): string {
  return `from${from}-schedules${schedules}x${steps}-server${serverKills}-browser${browserKills}`;
}

function toCount(name: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 0) throw new Error(`--${name} takes a whole number`);
  return count;
}
