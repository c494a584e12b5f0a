import * as v from 'valibot';
import { defineMutator } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { isDate } from '../core/instant.ts';
import { appointment } from './appointment.ts';
import { findSeries, sessionsOfSeries } from './appointment-series.ts';
import { inSeries, plansIn, seriesPlanners } from './in-series.ts';
import { copyOfOffice, findOffice, isSameOffice, officeIdOf, officeLoad } from './office-copy.ts';
import { stands } from './series-sessions.ts';
import { officeWrite, sessionOffice, wordLoad } from './session-office.ts';
import { dateSchema, idSchema } from './values.ts';

const sayArgs = v.object({
  series_id: idSchema,
  office_location_id: idSchema,
  /** The first session that is meant, by the date it was planned for; absent: all of them. */
  from: v.optional(dateSchema),
  /** The office that was on screen: sessions of which another one was said stay there. Absent: those of which none was said are meant alone. */
  over: v.optional(idSchema),
  /** The change that is taken back: what it said, and nothing else, is said anew. */
  undoes: v.optional(idSchema),
});
type SayArgs = v.InferOutput<typeof sayArgs>;

/**
 * [CA-13] Says in which office the sessions of a series are held: of each that stands, is not over, is held in person and by whom the office is. Every session has a word of its
 * own, so that what is over keeps where it was, and what somebody said of one alone is not written over.
 */
export const saySeriesOffice = defineMutator({
  name: 'series_office.say',
  args: sayArgs,
  who: inSeries(...seriesPlanners),
  load: (args, facts) => officeLoads(args, facts),
  run: ({ facts, args, ctx, receivedAt }) => {
    const series = findSeries(facts, args.series_id);
    if (!series) return { reject: 'not_found' };
    if (args.from !== undefined && !isDate(args.from)) return { reject: 'invalid_arguments' };
    const now = receivedAt ?? ctx.now;
    const { scope } = series;
    const meant = sessionsFrom(facts, args).filter(
      ({ body }) => stands(body) && body.end > now && body.place === 'office_location',
    );
    const holders = new Set([series.body.clinician, ...meant.map(({ body }) => body.clinician)]);
    const { practice_id } = series.body;
    const office = [...holders]
      .map((clinician) => findOffice(facts, args.office_location_id, { clinician, practice_id }))
      .find((one) => one !== undefined);
    if (!office) return { reject: 'not_found' };
    const copy = copyOfOffice(office, ctx.now);
    return meant.flatMap(({ id, body }) => {
      const before = facts.find(sessionOffice, officeIdOf(id));
      const isOther = body.clinician !== copy.clinician || !isMeant(args, before);
      return isOther || (before && isSameOffice(before.body, copy)) ? [] : [officeWrite({ id, scope }, copy)];
    });
  },
});

/** Whether what is said of a session is what was on screen. */
function isMeant(
  { over, undoes }: SayArgs,
  before:
    | { readonly body: { readonly office_location_id: string }; readonly stamps: Readonly<Record<string, string>> }
    | undefined,
): boolean {
  if (undoes !== undefined) return before?.stamps['office_location_id'] === undoes;
  return before === undefined || before.body.office_location_id === over;
}

function sessionsFrom(facts: Facts, { series_id, from = '' }: SayArgs) {
  return facts.within(appointment, sessionsOfSeries(series_id)).filter(({ body }) => (body.series?.date ?? '') >= from);
}

function officeLoads(args: SayArgs, facts: Facts): readonly LoadRequest[] {
  const series = findSeries(facts, args.series_id);
  if (!series || !plansIn(facts, series.scope)) return [];
  const first = [officeLoad(args.office_location_id), sessionsOfSeries(series.id)];
  if (!facts.has(sessionsOfSeries(series.id))) return first;
  return [...first, ...sessionsFrom(facts, args).map(({ id }) => wordLoad(id))];
}
