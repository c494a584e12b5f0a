import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import { cardFollows, cardLoads } from './card-follows.ts';
import { chartPerson } from './chart-person.ts';
import { personLoads } from './invite-person.ts';
import { personProposal, proposalWrite, toldNames } from './person-proposal.ts';
import { idSchema } from './values.ts';
import { inChart } from './who-may.ts';

/**
 * [PP-2] Answers what a member has told about themselves, fact by fact: it is taken over, or what stands there is kept. `told` holds what was
 * on screen; what was told anew since then stays unanswered.
 */
export const answerProposal = defineMutator({
  name: 'person_proposal.answer',
  args: v.object({
    chart_id: idSchema,
    person_id: idSchema,
    told: v.record(v.picklist(toldNames), v.pipe(v.string(), v.maxLength(300))),
    answer: v.picklist(['taken', 'kept']),
  }),
  who: inChart('treating', 'practice.scheduler'),
  load: ({ chart_id, person_id }, facts) => [
    ...personLoads(chart_id, person_id, facts),
    ...cardLoads(chart_id),
    { kind: 'get', collection: 'person_proposal', id: person_id },
  ],
  run: ({ facts, args, ctx }) => {
    const { chart_id, person_id, answer } = args;
    const person = facts.find(chartPerson, person_id);
    if (!person || person.body.chart_id !== chart_id) return { reject: 'not_found' };
    const told = facts.find(personProposal, person_id)?.body.told ?? {};
    const names = toldNames.filter((name) => told[name] !== undefined && told[name].value === args.told[name]);
    if (names.length === 0) return [];
    const answered = { ...told };
    for (const name of names) {
      const fact = told[name];
      if (fact) answered[name] = { ...fact, answer, answered: ctx.now };
    }
    const writes: RecordWrite[] = [proposalWrite(person, answered, names)];
    if (answer === 'kept') return writes;
    const taken = Object.fromEntries(names.map((name) => [name, told[name]?.value ?? '']));
    // [CH-2] What was written on the card meanwhile is not written over unseen.
    const isStale = names.some(
      (name) =>
        (person.body[name] ?? '') !== taken[name] && name in ctx.base && ctx.base[name] !== (person.stamps[name] ?? ''),
    );
    if (isStale) return { reject: 'changed_meanwhile' };
    const { id, scope, cls, collection } = person;
    const body = { ...person.body, ...taken };
    writes.push({ collection, id, scope, cls, body, fields: names });
    writes.push(...cardFollows(facts, { chartId: chart_id, person: { ...person, body }, names }));
    return writes;
  },
});
