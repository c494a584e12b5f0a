import type { MutateOptions, MutateResult } from '../../../sync/client/api.ts';
import type { ArgsOf, OrchidClient } from '../../lib/model.ts';
import type { Reach } from './series-reach.ts';
import type { Session } from './use-own-sessions.ts';

/** What is said of the office of a session: which one, and over which version another is said. */
export interface OfficeWord {
  readonly office: string;
  readonly stamp: string;
}

interface OfficeChange {
  readonly looked: Session;
  readonly reach: Reach;
  /** The office that is meant from now on. */
  readonly office: string;
  /** What was on screen; null: nothing was said. */
  readonly before: OfficeWord | null;
}

type SayClient = Pick<OrchidClient, 'mutate'>;

export interface SaidOffice {
  readonly result: MutateResult;
  /** Takes it back; null where nothing was said before: no office cannot be said. */
  readonly undo: (() => Promise<MutateResult>) | null;
}

/**
 * [CA-13] Says that a session, it and the following ones, or all of a series are held in another office. Of a series those that stand elsewhere by somebody's word stay
 * there, and what is taken back is what was said here and nothing else.
 */
export async function sayOffice(client: SayClient, owner: string, change: OfficeChange): Promise<SaidOffice> {
  const { looked, reach, office: office_location_id, before } = change;
  const { series } = looked.body;
  const old = before?.office;
  if (!series || reach === 'this') {
    const say = (office: string, stamp: string) =>
      client.mutate(
        'session_office.say',
        { appointment_id: looked.id, office_location_id: office },
        { owner, base: { office_location_id: stamp } },
      );
    const result = await say(office_location_id, before?.stamp ?? '');
    return { result, undo: old === undefined || result.kind !== 'saved' ? null : () => say(old, result.uid) };
  }
  const options: MutateOptions = { owner };
  const meant: Partial<ArgsOf<'series_office.say'>> = {
    ...(reach === 'following' ? { from: series.date } : {}),
    ...(old === undefined ? {} : { over: old }),
  };
  const result = await client.mutate(
    'series_office.say',
    { series_id: series.id, office_location_id, ...meant },
    options,
  );
  if (old === undefined || result.kind !== 'saved') return { result, undo: null };
  const back = { series_id: series.id, office_location_id: old, undoes: result.uid };
  return { result, undo: () => client.mutate('series_office.say', back, options) };
}
