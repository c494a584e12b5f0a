import type { MutateResult } from '../../../sync/client/api.ts';
import type { OrchidClient } from '../../lib/model.ts';
import { standsIn, type Reach } from './series-reach.ts';
import type { Session } from './use-own-sessions.ts';

/** What is known of the office of a session or a series: which one, and over which version another is said. */
export interface OfficeWord {
  readonly office: string;
  readonly stamp: string;
}

interface OfficeChange {
  readonly looked: Session;
  readonly reach: Reach;
  /** The office that is meant from now on. */
  readonly office: string;
  /** What each session says of itself, by its id. */
  readonly own: ReadonlyMap<string, OfficeWord>;
  readonly ofSeries: OfficeWord | null;
  readonly sessions: readonly Session[];
  readonly now: string;
}

export interface OfficeStep {
  readonly of: { readonly appointment_id: string } | { readonly series_id: string };
  readonly office: string;
  readonly before: OfficeWord | null;
}

/**
 * [CA-13] What is said, one after the other, so that a session, it and the following ones, or all of a series are held in another office. A series has one
 * word: where only later sessions are meant, those before it that are yet to come say the old one themselves first. What was said of one session
 * alone stays, but of the one that is looked at. Pure.
 */
export function officeSteps(change: OfficeChange): readonly OfficeStep[] {
  const { looked, reach, office, own, ofSeries, sessions, now } = change;
  const { series, clinician } = looked.body;
  const self = { of: { appointment_id: looked.id }, office, before: own.get(looked.id) ?? null };
  if (!series || reach === 'this') return [self];
  const old = ofSeries?.office;
  const isKept = (one: Session): boolean =>
    standsIn(one) &&
    one.body.end > now &&
    one.body.clinician === clinician &&
    one.body.place === 'office_location' &&
    (one.body.series?.date ?? '') < series.date &&
    !own.has(one.id);
  const kept =
    reach === 'following' && old !== undefined && old !== office
      ? sessions.filter(isKept).map(({ id }) => ({ of: { appointment_id: id }, office: old, before: null }))
      : [];
  const all = { of: { series_id: series.id }, office, before: ofSeries };
  return [...kept, all, ...(own.has(looked.id) ? [self] : [])].filter((step) => step.before?.office !== step.office);
}

/** Says them; the first that is not taken ends it. */
export async function sayOffices(
  client: Pick<OrchidClient, 'mutate'>,
  owner: string,
  steps: readonly OfficeStep[],
): Promise<{ readonly last: MutateResult | null; readonly back: readonly OfficeStep[] }> {
  const back: OfficeStep[] = [];
  let last: MutateResult | null = null;
  for (const { of, office: office_location_id, before } of steps) {
    const options = { owner, base: { office_location_id: before?.stamp ?? '' } };
    last = await ('series_id' in of
      ? client.mutate('series_office.say', { ...of, office_location_id }, options)
      : client.mutate('session_office.say', { ...of, office_location_id }, options));
    if (last.kind !== 'saved') break;
    if (before) back.unshift({ of, office: before.office, before: { office: office_location_id, stamp: last.uid } });
  }
  return { last, back };
}
