import * as v from 'valibot';
import { canonicalJson } from '../core/canonical-json.ts';
import { defineCollection, defineMutator, type Who } from '../core/define.ts';
import { indexKey } from '../core/index-key.ts';
import { isSpecialtyOf, providerTypes } from '../domain/provider-types.ts';
import { accountScope, classes } from './classes.ts';
import { ownProfessionalLoad, refuseOthers } from './own-professional.ts';
import { idSchema, instantSchema, lineSchema } from './values.ts';

/** [S-172] What somebody is, and in what. */
const kind = {
  type: v.optional(v.picklist(providerTypes), 'therapist'),
  specialty: v.optional(v.object({ specialty: lineSchema, sub_specialty: lineSchema }), {
    specialty: '',
    sub_specialty: '',
  }),
};

/** [S-171, S-172] As what a professional practises: read by herself; what colleagues and clients see of it is told them elsewhere. */
export const orchidProType = defineCollection({
  name: 'orchid_pro_type',
  shape: 1,
  body: v.object({
    orchid_pro_type: v.object(kind),
    create_datetime: instantSchema,
    modify_datetime: instantSchema,
    /** When it was taken away; null: it stands. */
    marked_deleted_datetime: v.nullable(instantSchema),
  }),
  readers: { self: [classes.own] },
  indexes: { account: ({ scope, id }) => [indexKey(scope, id)] },
  at: () => '',
  livesIn: ['account'],
  clinical: false,
});

const oneself: Who<unknown> = { roles: null, load: () => [], may: () => true };

/** [C-573] Says as what one practises. */
export const createOrchidProType = defineMutator({
  name: 'orchid_pro_type.create',
  args: v.object(kind),
  makes: 1,
  who: oneself,
  load: (_args, _facts, actor) => [ownProfessionalLoad(actor.sub)],
  run: ({ facts, args, ctx, actor }) => {
    const refused = refuseOthers(facts, actor.sub);
    if (refused) return refused;
    if (!isSpecialtyOf(args.type, args.specialty)) return { reject: 'invalid_arguments' };
    const [id = ''] = ctx.ids;
    const body = {
      orchid_pro_type: args,
      create_datetime: ctx.now,
      modify_datetime: ctx.now,
      marked_deleted_datetime: null,
    };
    const place = { collection: 'orchid_pro_type', id, scope: accountScope(actor.sub), cls: classes.own };
    return [{ ...place, body, fields: ['orchid_pro_type'] }];
  },
});

/** [C-574] Says otherwise as what one practises; nobody says it for somebody else. */
export const updateOrchidProType = defineMutator({
  name: 'orchid_pro_type.update',
  args: v.object({ orchid_pro_type_id: idSchema, ...kind }),
  who: oneself,
  load: ({ orchid_pro_type_id }) => [{ kind: 'get', collection: 'orchid_pro_type', id: orchid_pro_type_id }],
  run: ({ facts, args, ctx, actor }) => {
    const { orchid_pro_type_id, ...said } = args;
    const record = facts.find(orchidProType, orchid_pro_type_id);
    if (record?.scope !== accountScope(actor.sub)) return { reject: 'not_found' };
    if (!isSpecialtyOf(said.type, said.specialty)) return { reject: 'invalid_arguments' };
    if (canonicalJson(said) === canonicalJson(record.body.orchid_pro_type)) return [];
    const { collection, id, scope, cls } = record;
    const body = { ...record.body, orchid_pro_type: said, modify_datetime: ctx.now };
    return [{ collection, id, scope, cls, body, fields: ['orchid_pro_type'] }];
  },
});
