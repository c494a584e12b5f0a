import type { Answer, Block, Claim, Interval, Race } from './race.ts';
import type { Seen, SeenInLog, Sighted } from './sight.ts';

/** What one claim was told, at every try. */
export interface Told {
  readonly claim: Claim;
  readonly answers: readonly Answer[];
}

/** What was found in a race. */
export interface Verdict {
  /** Claims that stand. */
  readonly winners: number;
  /** Overlaps, sessions that nobody asked for, traces of claims that lost. */
  readonly doubled: number;
  /** Callers who do not know what became of their claim: a loser without the reason and the time that is taken, a winner who was refused. */
  readonly untold: number;
  /** Each finding in words; empty: all is as it must be. */
  readonly problems: readonly string[];
}

/**
 * Of claims that overlap pairwise exactly one stands. Each loser is told what takes the time, and has left no trace; each try of one mutation
 * was answered alike; a block that was saved first keeps claims out, one that came later undoes nothing.
 */
export function judgeRace(race: Race, told: readonly Told[], sighted: Sighted): Verdict {
  const doubled: string[] = [];
  const untold: string[] = [];
  const others: string[] = [];
  const standing = standingIn(race, sighted.log);
  const claimed = new Map(race.claims.map((claim) => [claim.session, claim]));
  const winners = standing.filter(({ id }) => claimed.has(id));

  if (winners.length === 0) others.push(`${race.start}: no claim stands`);
  for (const { id } of standing)
    if (!claimed.has(id) && !race.beside.includes(id)) doubled.push(`${id} stands, and nobody asked for it`);
  for (const id of race.beside) if (!standing.some((one) => one.id === id)) others.push(`${id} stands no more`);
  doubled.push(...overlapsAmong(standing));
  others.push(...differences(race, standing, sighted.listed));

  for (const { claim, answers } of told) {
    const winner = winners.find(({ id }) => id === claim.session);
    const [first] = answers;
    if (answers.some((answer) => !isSame(answer, first)))
      others.push(`${claim.session} was answered differently: ${JSON.stringify(answers)}`);
    if (!winner) doubled.push(...tracesOf(claim, sighted.log));
    else if (!isAsClaimed(claim, winner)) doubled.push(`${claim.session} won, and is ${JSON.stringify(winner)}`);
    const isTold = winner ? first?.outcome === 'applied' : isToldWhy(claim, first, { race, standing });
    if (!isTold) untold.push(`${claim.session} ${winner ? 'won' : 'lost'}, and was told ${JSON.stringify(first)}`);
  }
  if (race.block) others.push(...judgeBlock(race.block, { winners, claimed, log: sighted.log }));
  const problems = [...doubled, ...untold, ...others];
  return { winners: winners.length, doubled: doubled.length, untold: untold.length, problems };
}

/** Of each clinician, sessions that stand and share a moment. */
export function overlapsAmong(sessions: readonly Seen[]): readonly string[] {
  const sorted = sessions
    .filter(({ isFree }) => !isFree)
    .toSorted((one, other) => (one.clinician + one.start < other.clinician + other.start ? -1 : 1));
  return sorted.flatMap((one, index) => {
    const over: string[] = [];
    for (const other of sorted.slice(index + 1)) {
      if (other.clinician !== one.clinician || other.start >= one.end) break;
      over.push(`${one.id} and ${other.id} overlap`);
    }
    return over;
  });
}

function standingIn(race: Race, log: Sighted['log']): readonly SeenInLog[] {
  // What touches the time takes part: the sessions beside it are to be seen.
  return [...log.values()].filter(
    (one) =>
      one.kind === 'session' &&
      one.clinician === race.clinician &&
      !one.isFree &&
      one.start <= race.end &&
      race.start <= one.end,
  );
}

/** Log and list are of one calendar. */
function differences(race: Race, standing: readonly Seen[], listed: readonly Seen[]): readonly string[] {
  // The list goes by beginnings.
  const inTime = ({ start }: Seen): boolean => race.start <= start && start <= race.end;
  const said = (one: Seen): string => `${one.id} ${one.start} ${one.end}`;
  const inLog = standing.filter(inTime).map(said).toSorted();
  const inList = listed
    .filter((one) => one.clinician === race.clinician && !one.isFree && inTime(one))
    .map(said)
    .toSorted();
  return inLog.join() === inList.join() ? [] : [`the log has ${inLog.join()}, the list ${inList.join()}`];
}

function isAsClaimed(claim: Claim, { start, end, version }: SeenInLog): boolean {
  return start === claim.start && end === claim.end && version === (claim.kind === 'book' ? 1 : 2);
}

/** What a claim that lost has changed all the same. */
function tracesOf({ kind, session, home, ...wanted }: Claim, log: Sighted['log']): readonly string[] {
  const found = log.get(session);
  if (kind === 'book') return found ? [`${session} lost, and is there`] : [];
  const { start, end } = home ?? wanted;
  const isUntouched =
    found?.version === 1 && found.start === start && found.end === end && found.isFree === (kind === 'restore');
  return isUntouched ? [] : [`${session} lost, and is ${JSON.stringify(found)}`];
}

function isToldWhy(
  claim: Claim,
  answer: Answer | undefined,
  { race, standing }: { readonly race: Race; readonly standing: readonly Seen[] },
): boolean {
  if (answer?.outcome !== 'rejected') return false;
  if (answer.code === 'conflicting_session')
    return isSameTimes(
      answer.taken,
      standing.filter((one) => overlaps(one, claim)),
    );
  const { block } = race;
  if (answer.code !== 'time_blocked' || !block || block.when === 'after') return false;
  return !claim.isForced && overlaps(block, claim) && isSameTimes(answer.taken, [block]);
}

function judgeBlock(
  block: Block,
  found: {
    readonly winners: readonly SeenInLog[];
    readonly claimed: ReadonlyMap<string, Claim>;
    readonly log: Sighted['log'];
  },
): readonly string[] {
  const saved = found.log.get(block.id);
  if (!saved || saved.isFree) return [`${block.id} was not saved`];
  return found.winners
    .filter((winner) => overlaps(winner, block) && found.claimed.get(winner.id)?.isForced !== true)
    .filter((winner) => saved.place < winner.place)
    .map(({ id }) => `${id} stands over ${block.id}, which was saved first`);
}

function isSame(one: Answer, other: Answer | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isSameTimes(said: readonly Interval[] | null, taken: readonly Interval[]): boolean {
  // A door that says no times has said why.
  if (said === null) return taken.length > 0;
  const toText = (times: readonly Interval[]): string =>
    times
      .map(({ start, end }) => `${start}–${end}`)
      .toSorted()
      .join();
  return said.length > 0 && toText(said) === toText(taken);
}

function overlaps(one: Interval, other: Interval): boolean {
  return one.start < other.end && other.start < one.end;
}
