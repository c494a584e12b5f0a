import * as v from 'valibot';
import {
  defineCollection,
  defineMutator,
  type MutatorInput,
  type RecordWrite,
  type Rejection,
} from '../core/define.ts';
import type { StoredRecord } from '../core/record.ts';
import { usStates } from '../domain/us-states.ts';
import { appointment } from './appointment.ts';
import { classes } from './classes.ts';
import { idSchema, instantSchema } from './values.ts';
import { inSession, sessionLoad } from './who-in-session.ts';

/** Where a client can be during a session: one of the states that give licences, or outside of them. */
export const clientPlaces = [...usStates, 'elsewhere'] as const;
export type ClientPlace = (typeof clientPlaces)[number];

/** Why somebody holds a session whose client is where she has no licence: her own words. */
export const placeReason = v.pipe(v.string(), v.trim(), v.maxLength(300));

/**
 * Where the client of a session is while it is held, by the word of who treats, and why it is held where her licences do not reach
 * (D-26). For those who treat alone: neither the client nor the front desk reads it.
 */
export const sessionPlace = defineCollection({
  name: 'session_place',
  shape: 1,
  body: v.object({
    appointment_id: idSchema,
    client_state: v.picklist(clientPlaces),
    license_reason: v.optional(placeReason),
    said_by: idSchema,
    modify_datetime: instantSchema,
  }),
  readers: { treating: [classes.careTeam], supervisor: [classes.careTeam] },
  indexes: {},
  at: () => '',
  livesIn: ['chart'],
  fits: ({ id, body }) => id === placeIdOf(body.appointment_id),
  liesWith: { collection: 'appointment', idOf: (id) => id.slice('place.'.length) },
  clinical: true,
});

/** The id of what is known of the place of a session or a series: one record of each, so that two devices meet in it. */
export function placeIdOf(ofId: string): string {
  return `place.${ofId}`;
}

/**
 * [CA-5] Says where the client of a session is, and why the session is held there. `ctx.base` names the version on screen: somebody
 * else's word is not written over unseen.
 */
export const sayPlace = defineMutator({
  name: 'session_place.say',
  args: v.object({
    appointment_id: idSchema,
    client_state: v.picklist(clientPlaces),
    license_reason: v.optional(placeReason),
  }),
  who: inSession('treating'),
  load: ({ appointment_id }) => [
    sessionLoad({ appointment_id }),
    { kind: 'get', collection: 'session_place', id: placeIdOf(appointment_id) },
  ],
  run: ({ facts, args, ctx, actor }) => {
    const { appointment_id, client_state, license_reason } = args;
    const session = facts.find(appointment, appointment_id);
    if (!session) return { reject: 'not_found' };
    if (session.body.sample) return { reject: 'is_sample' };
    const id = placeIdOf(appointment_id);
    const place = { collection: 'session_place', id, scope: session.scope, of: { appointment_id } };
    return saidOver(place, facts.find(sessionPlace, id), { client_state, license_reason }, { ctx, actor });
  },
});

type Word = Pick<v.InferOutput<typeof sessionPlace.body>, 'client_state' | 'license_reason'>;

/** Says a place of a session or a series, where that is not said already; refused over a word that nobody saw. */
export function saidOver(
  {
    of,
    ...place
  }: Pick<RecordWrite, 'collection' | 'id' | 'scope'> & { readonly of: Readonly<Record<string, string>> },
  before: Pick<StoredRecord<Word>, 'body' | 'stamps'> | undefined,
  { client_state, license_reason = '' }: Word,
  { ctx, actor }: Pick<MutatorInput<unknown>, 'ctx' | 'actor'>,
): readonly RecordWrite[] | Rejection {
  if (before?.body.client_state === client_state && (before.body.license_reason ?? '') === license_reason) return [];
  if ('client_state' in ctx.base && ctx.base['client_state'] !== (before?.stamps['client_state'] ?? ''))
    return { reject: 'changed_meanwhile' };
  const reason = license_reason === '' ? {} : { license_reason };
  const body = { ...of, client_state, ...reason, said_by: actor.sub, modify_datetime: ctx.now };
  return [{ ...place, cls: classes.careTeam, body, fields: ['client_state'] }];
}
