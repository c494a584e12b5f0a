import * as v from 'valibot';
import { defineCollection, defineMutator, type Who } from '../core/define.ts';
import { accountScope, classes, idOfScope } from './classes.ts';
import { instantSchema } from './values.ts';

/** Characters of base64 that a photo has at most: 45 kB, so that it travels with one push and lies in every replica of its owner. */
export const longestPhoto = 60_000;

/** A JPEG in base64, by its first bytes; empty: none. Our client makes it anew from what was chosen, which drops place and camera. */
const photo = v.pipe(v.string(), v.maxLength(longestPhoto), v.regex(/^(|\/9j\/[A-Za-z0-9+/]+={0,2})$/));

/**
 * [PH-1] How somebody looks, chosen by themselves and read by them alone. Sealed as what is clinical is; one that was replaced or
 * taken away is kept nowhere. Has the account's id.
 */
export const profilePhoto = defineCollection({
  name: 'profile_photo',
  shape: 1,
  body: v.object({ image: photo, modify_datetime: instantSchema }),
  readers: { self: [classes.own] },
  indexes: {},
  at: () => '',
  livesIn: ['account'],
  fits: ({ id, scope }) => id === idOfScope(scope),
  clinical: true,
  keepsVersions: false,
});

interface Photo {
  readonly image: string;
}

const oneself: Who<Photo> = { roles: null, load: () => [], may: () => true };

/** Chooses a photo of oneself, or takes it away with an empty one. */
export const setProfilePhoto = defineMutator({
  name: 'profile_photo.set',
  args: v.object({ image: photo }),
  who: oneself,
  load: (_args, _facts, actor) => [
    { kind: 'get', collection: 'account', id: actor.sub },
    { kind: 'get', collection: 'profile_photo', id: actor.sub },
  ],
  run: ({ facts, args, ctx, actor }) => {
    if (!facts.holds('account', actor.sub)) return { reject: 'not_found' };
    const place = { collection: 'profile_photo', id: actor.sub, scope: accountScope(actor.sub), cls: classes.own };
    return [{ ...place, body: { ...args, modify_datetime: ctx.now }, fields: ['image'] }];
  },
});
