import { LoadServer } from '../bench/load/load-server.ts';
import { ask, type Asked } from './caller.ts';
import { doors } from './doors.ts';
import { judgeRace, overlapsAmong, type Verdict } from './judge.ts';
import type { RaceOptions } from './options.ts';
import type { Block, Claim, Race } from './race.ts';
import { createRaceData, type RaceData } from './race-data.ts';
import { Sight } from './sight.ts';

/** What all races found. */
export interface RacesResult extends Verdict {
  readonly races: number;
  readonly callers: number;
  /** Mutations that were sent more than once, each with the same bytes. */
  readonly retried: number;
  readonly lostAnswers: number;
  /** How often each answer was given: `applied`, or the code of a refusal. */
  readonly told: Readonly<Record<string, number>>;
}

export interface RaceRun extends RaceOptions {
  readonly tell?: (line: string) => void;
}

/**
 * Each race at once against the server as it ships, in a process of its own over a fresh data directory: every caller on a device of
 * its own, by real HTTP. Once a race is settled every caller asks once more and is to be answered as before.
 */
export async function runRaces(options: RaceRun): Promise<RacesResult> {
  const data = await createRaceData(options);
  const server = await LoadServer.start(data.dataDir);
  try {
    return await runAll(server.origin, data, options);
  } finally {
    await server.stop();
    data.dispose();
  }
}

async function runAll(origin: string, data: RaceData, { tell }: RaceRun): Promise<RacesResult> {
  const sight = new Sight(origin, data.looking);
  await sight.catchUp();
  let sum: RacesResult = {
    races: 0,
    callers: 0,
    retried: 0,
    lostAnswers: 0,
    told: {},
    winners: 0,
    doubled: 0,
    untold: 0,
    problems: [],
  };
  for (const race of data.races) {
    const { verdict, asked } = await runRace(origin, { race, data, sight });
    sum = {
      races: sum.races + 1,
      callers: sum.callers + race.claims.length,
      retried: sum.retried + asked.filter(({ lost }) => lost > 0).length,
      lostAnswers: sum.lostAnswers + asked.reduce((total, { lost }) => total + lost, 0),
      told: counted(sum.told, asked),
      winners: sum.winners + verdict.winners,
      doubled: sum.doubled + verdict.doubled,
      untold: sum.untold + verdict.untold,
      problems: [...sum.problems, ...verdict.problems],
    };
    if (sum.races % 20 === 0) tell?.(`${sum.races} races, ${sum.winners} winners, ${sum.problems.length} problems`);
  }
  // Whatever became of single races: in the whole calendar nobody is in two places at once.
  const everywhere = overlapsAmong([...sight.log.values()].filter(({ kind }) => kind === 'session'));
  const elsewhere = everywhere.filter((problem) => !sum.problems.includes(problem));
  return { ...sum, doubled: sum.doubled + elsewhere.length, problems: [...sum.problems, ...elsewhere] };
}

async function runRace(
  origin: string,
  { race, data, sight }: { readonly race: Race; readonly data: RaceData; readonly sight: Sight },
): Promise<{ readonly verdict: Verdict; readonly asked: readonly Asked[] }> {
  const begun = race.claims.map((claim) => ({ claim, asked: begin(data, claim) }));
  const blocking = race.block ? [{ block: race.block, asked: begin(data, race.block) }] : [];
  const save = (when: Block['when']): Promise<void>[] =>
    blocking.flatMap(({ block, asked }) => (block.when === when ? [ask(origin, asked, block.lost)] : []));
  await Promise.all(save('before'));
  // One whom the block keeps out asks before anybody can have won.
  const first = begun.find(({ claim }) => race.block?.when === 'before' && isKeptOut(claim, race.block));
  if (first) await ask(origin, first.asked, first.claim.lost);
  const rest = begun.filter((one) => one !== first);
  const [early, late] = [rest.slice(0, rest.length / 2), rest.slice(rest.length / 2)];
  const run = (some: typeof begun) => some.map(({ claim, asked }) => ask(origin, asked, claim.lost));
  // A block among the claims is in the middle of them.
  await Promise.all([...run(early), ...save('amid'), ...run(late)]);
  await Promise.all(save('after'));
  const all = [...begun, ...blocking].map(({ asked }) => asked);
  await Promise.all(all.map((asked) => ask(origin, asked, [])));
  await sight.catchUp();
  // What only its answer names is known by now, or was never made.
  const told = begun.map(({ claim, asked: { answers } }) => {
    const session = claim.session || (answers.find((one) => one.session)?.session ?? `none of ${claim.wish.uid}`);
    return { claim: { ...claim, session }, answers };
  });
  const verdict = judgeRace({ ...race, claims: told.map(({ claim }) => claim) }, told, {
    log: sight.log,
    listed: await sight.listed(race),
  });
  return { verdict, asked: all };
}

function isKeptOut({ isForced, start, end }: Claim, block: Block): boolean {
  return !isForced && start < block.end && block.start < end;
}

function begin({ devices }: RaceData, { device, door: number, wish }: Claim | Block): Asked {
  const [by, door] = [devices[device], doors[number]];
  if (!by || !door) throw new Error(`${wish.uid}: there is no device ${device} or no door ${number}`);
  return { wish, door, request: door.ask(by, wish), answers: [], lost: 0 };
}

function counted(told: RacesResult['told'], asked: readonly Asked[]): RacesResult['told'] {
  const counts = new Map(Object.entries(told));
  for (const { answers } of asked) {
    const name = answers[0]?.code ?? answers[0]?.outcome ?? 'nothing';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
