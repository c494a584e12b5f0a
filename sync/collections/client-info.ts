import * as v from 'valibot';
import { defineCollection, defineMutator, type Who } from '../core/define.ts';
import { knowsZone } from '../core/wall-clock.ts';
import { accountScope, classes, idOfScope } from './classes.ts';
import { ownProfessionalLoad, refuseOthers } from './own-professional.ts';
import { instantSchema, zoneSchema } from './values.ts';

/** What can be asked of a new client beside the legal name. */
export const askedNames = [
  'preferred_first_name',
  'pronouns',
  'dob',
  'phone_number',
  'email',
  'address',
  'emergency_contact',
  'insurance',
] as const;
export type AskedName = (typeof askedNames)[number];

/** What is asked where nobody has chosen. */
export const askedAtFirst: readonly AskedName[] = ['preferred_first_name', 'dob', 'phone_number', 'email'];

/** [C-157] What a professional wants to know of each new client: the form for one asks it, in this order. Read by her alone. */
export const clientInfo = defineCollection({
  name: 'client_info',
  shape: 1,
  body: v.object({
    asked: v.array(v.picklist(askedNames)),
    /** Where new clients are, where that is not where she is. */
    timezone: v.optional(zoneSchema),
    modify_datetime: instantSchema,
  }),
  readers: { self: [classes.own] },
  indexes: {},
  at: () => '',
  livesIn: ['account'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: false,
});

const oneself: Who<unknown> = { roles: null, load: () => [], may: () => true };

/** [C-157] Chooses what is asked of new clients; '' as zone: the own one. */
export const saveClientInfo = defineMutator({
  name: 'client_info.save',
  args: v.object({
    asked: v.optional(v.pipe(v.array(v.picklist(askedNames)), v.maxLength(askedNames.length))),
    timezone: v.optional(v.union([v.literal(''), zoneSchema])),
  }),
  who: oneself,
  load: (_args, _facts, actor) => [
    ownProfessionalLoad(actor.sub),
    { kind: 'get', collection: 'client_info', id: actor.sub },
  ],
  run: ({ facts, args, ctx, actor }) => {
    const refused = refuseOthers(facts, actor.sub);
    if (refused) return refused;
    if (args.timezone && !knowsZone(args.timezone)) return { reject: 'invalid_arguments' };
    const before = facts.find(clientInfo, actor.sub)?.body;
    const asked = askedNames.filter((name) => (args.asked ?? before?.asked ?? askedAtFirst).includes(name));
    const timezone = args.timezone ?? before?.timezone ?? '';
    const body = { asked, ...(timezone === '' ? {} : { timezone }), modify_datetime: ctx.now };
    const place = { collection: 'client_info', id: actor.sub, scope: accountScope(actor.sub), cls: classes.own };
    return [{ ...place, body, fields: Object.keys(args) }];
  },
});
