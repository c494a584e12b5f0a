import * as v from 'valibot';
import { defineMutator, type RecordWrite } from '../core/define.ts';
import { approvalLoad, waitsForApproval } from './approval.ts';
import { knowsZone } from '../core/wall-clock.ts';
import { coupleNames, namesOnCard } from './card-names.ts';
import { chartScope, classes, personScope, practiceScope } from './classes.ts';
import { membershipId } from './membership.ts';
import { professional, professionalLoad } from './professional.ts';
import { isBirthDate } from './member-profile.ts';
import { dateSchema, emailLine, idSchema, lineSchema, zoneSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

const neededName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));

const maybe = v.optional(v.pipe(lineSchema, v.minLength(1)));

/** Somebody who comes, as far as it is known on the first day. */
const person = v.object({
  first_name: neededName,
  last_name: neededName,
  preferred_first_name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))),
  dob: v.optional(dateSchema),
  phone_number: maybe,
  email: v.optional(emailLine),
  pronouns: maybe,
  home_address_line1: maybe,
  home_city: maybe,
  home_state: maybe,
  home_zipcode: maybe,
  country: maybe,
  emergency_contact_name: maybe,
  emergency_contact_relationship: maybe,
  emergency_contact_phone: maybe,
  guardian_name: maybe,
  guardian_relationship: maybe,
  guardian_phone: maybe,
  insurance_provider: maybe,
  insurance_group_id: maybe,
  insurance_member_id: maybe,
});

/** The id of each person of a chart: it names the chart. */
const personIdOf = (chartId: string, index: number): string => `${chartId}.${index + 1}`;

/**
 * [CH-1] Begins the chart of a client, or of a couple, whose two people each stand in a scope of their own: card, chart and access of
 * who makes it, at once or not at all. Only a professional of the practice makes one there. [AP-1] Before she is approved it waits.
 */
export const createChart = defineMutator({
  name: 'chart.create',
  args: v.object({
    practice_id: idSchema,
    /** One, or the two of a couple. */
    people: v.pipe(v.array(person), v.minLength(1), v.maxLength(2)),
    timezone: zoneSchema,
  }),
  makes: 1,
  who: inPracticeAs('professional'),
  load: (args, _facts, actor, ctx) => {
    const [id = ''] = ctx.ids;
    return [
      approvalLoad(actor.sub),
      professionalLoad(actor.sub),
      { kind: 'get', collection: 'membership', id: membershipId(chartScope(id), actor.sub, 'treating') },
      ...args.people.map(
        (_one, index) => ({ kind: 'get', collection: 'chart_person', id: personIdOf(id, index) }) as const,
      ),
    ];
  },
  run: ({ facts, args, ctx, actor, receivedAt }) => {
    const [id = ''] = ctx.ids;
    const [first, second] = args.people;
    const own = facts.find(professional, actor.sub);
    if (!first || own?.scope !== practiceScope(args.practice_id)) return { reject: 'not_found' };
    if (waitsForApproval(facts, actor.sub)) return { reject: 'not_approved' };
    const { practice_id, timezone } = args;
    if (!knowsZone(timezone)) return { reject: 'invalid_arguments' };
    if (!args.people.every(({ dob = '' }) => isBirthDate(dob, receivedAt ?? ctx.now)))
      return { reject: 'invalid_arguments' };
    const scope = chartScope(id);
    // Both of a couple read the card: of the other one it says the name alone.
    const said = second
      ? coupleNames(args.people)
      : Object.fromEntries(namesOnCard.flatMap((one) => (first[one] === undefined ? [] : [[one, first[one]]])));
    const card = { ...said, timezone, practice_id };
    return [
      { collection: 'client_card', id, scope, cls: classes.scheduling, body: card, fields: Object.keys(said) },
      {
        collection: 'chart',
        id,
        scope,
        cls: classes.careTeam,
        body: {
          patient_type: second ? 'couple' : 'individual',
          client_status: 'active',
          presenting_problem: '',
          opened: ctx.now,
          practice_id,
        },
        fields: ['client_status'],
      },
      {
        collection: 'membership',
        id: membershipId(scope, actor.sub, 'treating'),
        scope,
        cls: classes.access,
        body: {
          account: actor.sub,
          account_name: own.body.display_name,
          role: 'treating',
          from: ctx.now,
          access: 'own',
        },
        fields: ['ended'],
      },
      ...args.people.map((one, index): RecordWrite => {
        const personId = personIdOf(id, index);
        const place = { collection: 'chart_person', id: personId, scope: personScope(personId), cls: classes.contact };
        return { ...place, body: { ...one, chart_id: id }, fields: Object.keys(one) };
      }),
    ];
  },
});
