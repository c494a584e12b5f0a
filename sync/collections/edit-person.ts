import * as v from 'valibot';
import { defineMutator } from '../core/define.ts';
import { knowsZone } from '../core/wall-clock.ts';
import { cardFollows, cardLoads, neededFacts, textOf, withSaid } from './card-follows.ts';
import { chartPerson, personFacts } from './chart-person.ts';
import { isBirthDate } from './member-profile.ts';
import { clientCard } from './client-card.ts';
import { idSchema, zoneSchema } from './values.ts';
import { inChart } from './who-may.ts';

/**
 * [CH-2] Changes what a chart says of a person, fact by fact: what is not named stays, an empty text takes a fact away. `ctx.base`
 * names each fact's version on screen: one that was changed elsewhere meanwhile is not written over, and the change says so. The card
 * follows. [SD-1] Somebody made up is not made real by it.
 */
export const editPerson = defineMutator({
  name: 'chart_person.edit',
  args: v.object({
    chart_id: idSchema,
    person_id: idSchema,
    ...v.partial(v.object(personFacts)).entries,
    /** Where the client is; of a couple, of both. */
    timezone: v.optional(zoneSchema),
  }),
  who: inChart('treating', 'practice.scheduler'),
  load: ({ chart_id, person_id }) => [
    { kind: 'get', collection: 'chart_person', id: person_id },
    ...cardLoads(chart_id),
  ],
  run: ({ facts, args, ctx, receivedAt }) => {
    const { chart_id, person_id, timezone, ...said } = args;
    const person = facts.find(chartPerson, person_id);
    const card = facts.find(clientCard, chart_id);
    if (!person || !card || person.body.chart_id !== chart_id) return { reject: 'not_found' };
    if (card.body.sample) return { reject: 'is_sample' };
    if (neededFacts.some((name) => name in said && textOf(said, name) === '')) return { reject: 'invalid_arguments' };
    if (timezone !== undefined && !knowsZone(timezone)) return { reject: 'invalid_arguments' };
    if (!isBirthDate(said.dob ?? '', receivedAt ?? ctx.now)) return { reject: 'invalid_arguments' };
    const names = Object.keys(said).filter((name) => textOf(person.body, name) !== textOf(said, name));
    // [CF-1] Nobody's word is replaced unseen. A caller that names no version wants to write over what stands there.
    const isReplaced = (name: string, stamps: Readonly<Record<string, string>>): boolean =>
      name in ctx.base && ctx.base[name] !== (stamps[name] ?? '');
    const isMoved = timezone !== undefined && timezone !== card.body.timezone;
    const isStale =
      names.some((name) => isReplaced(name, person.stamps)) || (isMoved && isReplaced('timezone', card.stamps));
    if (isStale) return { reject: 'changed_meanwhile' };
    const body = withSaid(person.body, said, names);
    const { collection, id, scope, cls } = person;
    return [
      ...(names.length > 0 ? [{ collection, id, scope, cls, body, fields: names }] : []),
      ...cardFollows(facts, { chartId: chart_id, person: { ...person, body }, names: Object.keys(said), timezone }),
    ];
  },
});
