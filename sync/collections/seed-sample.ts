import * as v from 'valibot';
import { defineMutator, type RecordWrite, type Who } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import type { StoredRecord } from '../core/record.ts';
import { account } from './account.ts';
import { appointment, noteIdOf } from './appointment.ts';
import { chart } from './chart.ts';
import { practiceScope } from './classes.ts';
import { clientCard } from './client-card.ts';
import { note } from './note.ts';
import { professional, professionalLoad } from './professional.ts';
import { sampleMembershipId, sampleRecords } from './sample-records.ts';
import { sampleEnd, sampleIdsOf, type SampleMark } from './sample.ts';
import { idSchema } from './values.ts';

const oneself: Who<unknown> = { roles: null, load: () => [], may: () => true };

/**
 * [SD-1, D-36] Makes somebody to look around with: a client, three sessions and the drafts of two notes, in the zone of the account.
 * Once for good: asked again, also after they were removed, it does nothing. The form is the one that the device found by its title.
 */
export const seedSample = defineMutator({
  name: 'sample.seed',
  args: v.object({
    note_schema_id: idSchema,
    note_schema_revision: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  }),
  who: oneself,
  load: (_args, _facts, actor) => [
    { kind: 'get', collection: 'account', id: actor.sub },
    professionalLoad(actor.sub),
    { kind: 'get', collection: 'membership', id: sampleMembershipId(actor.sub) },
    ...sampleLoads(actor.sub),
  ],
  run: ({ facts, args, ctx, actor }) => {
    const own = facts.find(account, actor.sub)?.body;
    const practice_id = own?.practice_id;
    const known = facts.find(professional, actor.sub);
    if (!own || practice_id === undefined || known?.scope !== practiceScope(practice_id))
      return { reject: 'not_found' };
    const ids = sampleIdsOf(actor.sub);
    if (facts.find(chart, ids.chart)) return [];
    const writes = sampleRecords({
      sub: actor.sub,
      displayName: known.body.display_name,
      practiceId: practice_id,
      timezone: own.timezone,
      now: ctx.now,
      form: args,
    });
    return writes ?? { reject: 'invalid_arguments' };
  },
});

/** [SD-2] Puts the samples away, with what was written into them: they can be brought back for 30 days. */
export const removeSample = defineMutator({
  name: 'sample.remove',
  args: v.object({}),
  who: oneself,
  load: (_args, _facts, actor) => sampleLoads(actor.sub),
  run: ({ facts, ctx, actor, receivedAt }) => {
    const record = facts.find(chart, sampleIdsOf(actor.sub).chart);
    if (!record) return { reject: 'not_found' };
    // The 30 days are the server's.
    return record.body.sample === 'shown' ? marked(facts, actor.sub, 'removed', receivedAt ?? ctx.now) : [];
  },
});

/** [SD-2] Brings back what was put away, as it was. */
export const bringSampleBack = defineMutator({
  name: 'sample.bring_back',
  args: v.object({}),
  who: oneself,
  load: (_args, _facts, actor) => sampleLoads(actor.sub),
  run: ({ facts, ctx, actor, receivedAt }) => {
    const body = facts.find(chart, sampleIdsOf(actor.sub).chart)?.body;
    if (!body) return { reject: 'not_found' };
    if (body.sample !== 'removed') return [];
    const last = sampleEnd(body.sample_removed ?? ctx.now);
    return (receivedAt ?? ctx.now) > last ? { reject: 'not_found' } : marked(facts, actor.sub, 'shown', undefined);
  },
});

function sampleLoads(sub: string): readonly LoadRequest[] {
  const { chart: id, person, sessions } = sampleIdsOf(sub);
  return [
    ...['chart', 'client_card'].map((collection) => ({ kind: 'get', collection, id }) as const),
    { kind: 'get', collection: 'chart_person', id: person },
    ...sessions.flatMap((session) => [
      { kind: 'get', collection: 'appointment', id: session } as const,
      { kind: 'get', collection: 'note', id: noteIdOf(session) } as const,
    ]),
  ];
}

/** Every sample of the account that is there, with this mark. */
function marked(facts: Facts, sub: string, sample: SampleMark, removed: string | undefined): readonly RecordWrite[] {
  const { chart: id, sessions } = sampleIdsOf(sub);
  const begun = facts.find(chart, id);
  const { sample_removed: _before, ...body } = begun?.body ?? {};
  return [
    ...(begun
      ? [written(begun, { ...body, sample, ...(removed === undefined ? {} : { sample_removed: removed }) })]
      : []),
    ...[facts.find(clientCard, id)].flatMap((one) => (one ? [written(one, { ...one.body, sample })] : [])),
    ...sessions.flatMap((session) =>
      [facts.find(appointment, session), facts.find(note, noteIdOf(session))].flatMap((one) =>
        one ? [written(one, { ...one.body, sample })] : [],
      ),
    ),
  ];
}

function written({ collection, id, scope, cls }: StoredRecord<unknown>, body: RecordWrite['body']): RecordWrite {
  return { collection, id, scope, cls, body, fields: ['sample'] };
}
