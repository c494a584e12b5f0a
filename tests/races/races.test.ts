import { beforeAll, describe, expect, it } from 'vitest';
import { judgeRace, overlapsAmong, type Told } from './judge.ts';
import type { Answer, Block, Claim, Race } from './race.ts';
import { runRaces, type RacesResult } from './run-races.ts';
import type { SeenInLog, Sighted } from './sight.ts';

describe('races for one clinician’s time', () => {
  let found: RacesResult;
  beforeAll(async () => {
    found = await runRaces({ races: 8, callers: 50, seed: 1 });
    // A few seconds by itself, more where all processors are taken.
  }, 60_000);

  it('have one winner each, and every loser hears what takes the time, however often its answer was lost', () => {
    expect(found.problems).toEqual([]);
    expect(found).toMatchObject({ races: 8, callers: 400, winners: 8, doubled: 0, untold: 0 });
  });

  it('were races: answers got lost, and times were blocked as well as taken', () => {
    expect(found.retried).toBeGreaterThan(100);
    expect(found.lostAnswers).toBeGreaterThan(found.retried);
    expect(found.told['conflicting_session']).toBeGreaterThan(300);
    expect(found.told['time_blocked']).toBeGreaterThan(0);
  });
});

const at = (minute: number): string => new Date(Date.UTC(2030, 0, 7, 12, minute)).toISOString();
const time = (from: number, to: number) => ({ start: at(from), end: at(to) });
const applied: Answer = { outcome: 'applied', code: null, taken: [] };
const refused = (code: string, from: number, to: number): Answer => ({
  outcome: 'rejected',
  code,
  taken: [time(from, to)],
});

function claimOf(session: string, from: number, to: number, change: Partial<Claim> = {}): Claim {
  const wish = { uid: session, name: 'appointment.book', args: {} };
  const plan = { kind: 'book', chart: 'c', isForced: false, home: null } as const;
  return { session, ...time(from, to), device: 0, door: 0, lost: [], wish, ...plan, ...change };
}

function seenOf(id: string, from: number, to: number, change: Partial<SeenInLog> = {}): SeenInLog {
  return {
    id,
    ...time(from, to),
    kind: 'session',
    clinician: 'ann',
    isFree: false,
    version: 1,
    place: 1,
    ...change,
  };
}

const [one, two] = [claimOf('one', 0, 50), claimOf('two', 20, 70)];
const raceOf = (change: Partial<Race> = {}): Race => ({
  ...time(0, 70),
  clinician: 'ann',
  claims: [one, two],
  block: null,
  beside: [],
  ...change,
});
const sight = (...rows: readonly SeenInLog[]): Sighted => ({
  log: new Map(rows.map((row) => [row.id, row])),
  listed: rows.filter(({ kind }) => kind === 'session'),
});
const wonByOne: readonly Told[] = [
  { claim: one, answers: [applied, applied] },
  { claim: two, answers: [refused('conflicting_session', 0, 50)] },
];
const block: Block = {
  ...time(60, 90),
  id: 'block',
  when: 'amid',
  device: 0,
  door: 0,
  lost: [],
  wish: { uid: 'b', name: 'blocked_interval.save', args: {} },
};
const blockRow = (place: number): SeenInLog => seenOf('block', 60, 90, { kind: 'block', place });

describe('the judge of a race', () => {
  it('finds nothing where one stands and the other was told', () => {
    const verdict = judgeRace(raceOf(), wonByOne, sight(seenOf('one', 0, 50)));
    expect(verdict).toEqual({ winners: 1, doubled: 0, untold: 0, problems: [] });
  });

  it.each<{ name: string; told?: readonly Told[]; race?: Partial<Race>; seen: Sighted; counts: object }>([
    {
      name: 'two that stand and overlap',
      told: [wonByOne[0], { claim: two, answers: [applied] }].filter((said) => said !== undefined),
      seen: sight(seenOf('one', 0, 50), seenOf('two', 20, 70)),
      counts: { winners: 2, doubled: 1 },
    },
    {
      name: 'a session that nobody asked for',
      seen: sight(seenOf('one', 0, 50), seenOf('three', 50, 60)),
      counts: { winners: 1, doubled: 1 },
    },
    { name: 'nobody who won', told: [], seen: sight(), counts: { winners: 0 } },
    {
      name: 'a winner that was written twice',
      seen: sight(seenOf('one', 0, 50, { version: 2 })),
      counts: { doubled: 1 },
    },
    {
      name: 'a loser that is there, cancelled',
      seen: sight(seenOf('one', 0, 50), seenOf('two', 20, 70, { isFree: true })),
      counts: { doubled: 1 },
    },
    {
      name: 'a loser who was told that it is saved',
      told: [{ claim: two, answers: [applied] }],
      seen: sight(seenOf('one', 0, 50)),
      counts: { untold: 1 },
    },
    {
      name: 'a loser who was told another time',
      told: [{ claim: two, answers: [refused('conflicting_session', 0, 40)] }],
      seen: sight(seenOf('one', 0, 50)),
      counts: { untold: 1 },
    },
    {
      name: 'a loser who was told no time',
      told: [{ claim: two, answers: [{ outcome: 'rejected', code: 'conflicting_session', taken: [] }] }],
      seen: sight(seenOf('one', 0, 50)),
      counts: { untold: 1 },
    },
    {
      name: 'a winner who was refused',
      told: [{ claim: one, answers: [refused('conflicting_session', 0, 50)] }],
      seen: sight(seenOf('one', 0, 50)),
      counts: { untold: 1 },
    },
    {
      name: 'a try that was answered otherwise',
      told: [{ claim: two, answers: [refused('conflicting_session', 0, 50), applied] }],
      seen: sight(seenOf('one', 0, 50)),
      counts: { untold: 0 },
    },
    {
      name: 'a blocked time where nothing is blocked',
      told: [{ claim: two, answers: [refused('time_blocked', 60, 90)] }],
      seen: sight(seenOf('one', 0, 50)),
      counts: { untold: 1 },
    },
    {
      name: 'a session over a block that was saved first',
      told: [],
      race: { block },
      seen: sight(seenOf('two', 20, 70, { place: 2 }), blockRow(1)),
      counts: { winners: 1 },
    },
    {
      name: 'a list that has another calendar than the log',
      seen: { ...sight(seenOf('one', 0, 50)), listed: [] },
      counts: { winners: 1 },
    },
    {
      name: 'a session beside that was pushed away',
      race: { beside: ['next'] },
      seen: sight(seenOf('one', 0, 50)),
      counts: { winners: 1 },
    },
  ])('names $name', ({ told = wonByOne, race = {}, seen, counts }) => {
    const verdict = judgeRace(raceOf(race), told, seen);
    expect(verdict).toMatchObject(counts);
    expect(verdict.problems).not.toEqual([]);
  });

  it('leaves a session be over which a block came later, and one that was forced', () => {
    const told = [{ claim: two, answers: [applied] }];
    const later = sight(seenOf('two', 20, 70, { place: 1 }), blockRow(2));
    expect(judgeRace(raceOf({ block }), told, later).problems).toEqual([]);
    const forced = raceOf({ block, claims: [one, { ...two, isForced: true }] });
    const first = sight(seenOf('two', 20, 70, { place: 2 }), blockRow(1));
    expect(judgeRace(forced, told, first).problems).toEqual([]);
  });

  it('takes two clinicians’ sessions, and two that touch, for no overlap', () => {
    const rows = [seenOf('one', 0, 50), seenOf('next', 50, 70), seenOf('else', 0, 50, { clinician: 'ben' })];
    expect(overlapsAmong(rows)).toEqual([]);
    expect(overlapsAmong([...rows, seenOf('third', 10, 60)])).toHaveLength(2);
  });
});
