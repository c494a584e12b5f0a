import type { MutateOptions, MutateResult } from '../../../../sync/client/api.ts';
import { endOf, occurrenceIdOf } from '../../../../sync/collections/appointment.ts';
import { sessionsOfSeries } from '../../../../sync/collections/appointment-series.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import type { ArgsOf, OrchidClient } from '../../../lib/model.ts';
import { dateIn, minuteWords, partsOfLocal, shortDay } from '../../../lib/time.ts';
import { sessionsWord } from '../../../model/sessions/repeat-words.ts';
import {
  reachCount,
  type Plan,
  type ReachCount,
  type SeriesFact,
  type SeriesReach,
} from '../../../model/sessions/series-reach.ts';
import { undoSteps, type UndoStep } from '../../../model/sessions/series-undo.ts';
import type { Session } from '../../../model/sessions/use-own-sessions.ts';
import type { Done } from './calendar-acts.ts';
import type { MeantTime } from './grid-moves.ts';
import { whenWords } from './words.ts';

/** Through whom something is taken back. */
export interface Doer {
  readonly client: Pick<OrchidClient, 'mutate'>;
  readonly owner: string;
}

interface BookedSeries {
  readonly name: string;
  readonly seriesId: string;
  readonly args: ArgsOf<'appointment_series.book'>;
  readonly today: string;
}

/** That a series was booked, and the way back: all of it is cancelled. */
export function seriesBooked({ client, owner }: Doer, { name, seriesId, args, today }: BookedSeries): Done {
  const [first] = args.sessions;
  const { date, minute } = partsOfLocal(args.local_start);
  return {
    words: `${name}: ${sessionsWord(args.sessions.length)} from ${shortDay(date, today)}, ${minuteWords(minute)}. Saved on this device.`,
    undo: () =>
      client.mutate(
        'appointment_series.cancel',
        { appointment_id: occurrenceIdOf(seriesId, first?.date ?? date), reach: 'all' },
        { owner },
      ),
  };
}

/** What was changed of a series, as it stood before. */
export interface EditedSeries {
  readonly looked: Session;
  readonly name: string;
  readonly reach: SeriesReach;
  readonly facts: readonly SeriesFact[];
  readonly count: ReachCount;
  readonly plan: Plan;
  /** Of the change. */
  readonly uid: string;
}

/** That sessions of a series were changed, and the way back. */
export function seriesEdited(doer: Doer, { looked, name, reach, facts, count, plan, uid }: EditedSeries): Done {
  const steps = undoSteps(looked, reach, { plan, changed: count.changed }, facts);
  return {
    words: `Changed: ${name}, ${sessionsWord(count.changed.length)}. Saved on this device.`,
    undo: () => takeSteps(doer, steps, { looked: looked.id, uid, facts }),
  };
}

/** The first is said over the change that it takes back, where it names the session of that; after one that was not taken none is tried. */
async function takeSteps(
  { client, owner }: Doer,
  steps: readonly UndoStep[],
  { looked, uid, facts }: Pick<EditedSeries, 'uid' | 'facts'> & { readonly looked: string },
): Promise<MutateResult> {
  const base = Object.fromEntries(facts.map((fact) => [fact === 'time' ? 'start' : fact, uid]));
  let last: MutateResult | null = null;
  for (const step of steps) {
    const isFirst = last === null && step.args.appointment_id === looked;
    const options: MutateOptions = isFirst ? { owner, base } : { owner };
    last =
      step.name === 'appointment.edit'
        ? await client.mutate(step.name, step.args, options)
        : await client.mutate(step.name, step.args, options);
    if (last.kind !== 'saved') return last;
  }
  if (!last) throw new Error('nothing to take back');
  return last;
}

/** A session of a series that was just moved alone. */
export interface MovedSession {
  /** As it was before. */
  readonly session: Session;
  readonly name: string;
  readonly time: MeantTime;
  /** Of the move. */
  readonly uid: string;
  readonly zone: string;
  readonly now: string;
}

/** Those that follow a session that was moved alone can go with it; nothing of one that does not repeat. */
export function followingToo(doer: Doer & { readonly client: OrchidClient }, moved: MovedSession): Pick<Done, 'also'> {
  const { session } = moved;
  const of = session.body.series;
  if (!of) return {};
  return { also: { label: 'This and following too', act: () => moveFollowing(doer, moved, of.id) } };
}

async function moveFollowing(
  { client, owner }: Doer & { readonly client: OrchidClient },
  { session, name, time, uid, zone, now }: MovedSession,
  seriesId: string,
): Promise<Done> {
  const series = await client.get('appointment_series', seriesId);
  const { kind: _kind, ...range } = sessionsOfSeries(seriesId);
  const found = await client.range(range);
  if (!series) return { words: errorTexts.not_found };
  const { plan } = series.body;
  const facts = ['time'] as const;
  const none = new Set<string>();
  const count = reachCount(session, 'following', { sessions: found, plan, noted: none, billed: none, now }, facts);
  const { local_start, zone: at, minutes, start } = time;
  const args = { appointment_id: session.id, reach: 'following' as const, local_start, zone: at, minutes };
  const result = await client.mutate('appointment_series.edit', args, { owner });
  if (result.kind !== 'saved') return { words: result.message };
  const when = whenWords({ start, end: endOf(start, minutes) }, zone, dateIn(now, zone));
  const steps = undoSteps(session, 'following', { plan, changed: count.changed }, facts);
  return {
    words: `${name}: ${sessionsWord(count.changed.length)} moved, from ${when}. Saved on this device.`,
    // The version of the session that was moved is still the move's.
    undo: () => takeSteps({ client, owner }, steps, { looked: session.id, uid, facts }),
  };
}

/** That sessions of a series were cancelled, and the way back: exactly these. */
export function seriesCancelled(
  { client, owner }: Doer,
  {
    name,
    count,
    seriesId,
    uid,
  }: { readonly name: string; readonly count: number; readonly seriesId: string; readonly uid: string },
): Done {
  return {
    words: `${sessionsWord(count)} with ${name} ${count === 1 ? 'is' : 'are'} cancelled. Saved on this device.`,
    // They stood there a moment ago, over whatever is blocked there, and the client had said what they had.
    undo: () =>
      client.mutate(
        'appointment_series.restore',
        { series_id: seriesId, cancelled: uid, agreed: true, force_book_over_blocked: true },
        { owner },
      ),
  };
}
