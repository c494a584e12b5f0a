import * as v from 'valibot';
import { defineCollection, defineMutator } from '../core/define.ts';
import { approvalLoad, waitsForApproval } from './approval.ts';
import { classes, practiceScope } from './classes.ts';
import { professional, professionalLoad } from './professional.ts';
import { idSchema, lineSchema } from './values.ts';
import { inPracticeAs } from './who-may.ts';

const shown = { cognito_sub: idSchema, display_name: lineSchema, medical_degree: lineSchema } as const;

/** A professional's page for everybody, and whether it is open. Has the id of its professional. */
export const publicProfile = defineCollection({
  name: 'public_profile',
  shape: 1,
  body: v.object({ ...shown, is_open: v.boolean() }),
  readers: { owner: [classes.colleagues], professional: [classes.colleagues] },
  indexes: {},
  at: () => '',
  livesIn: ['practice'],
  fits: ({ id, body }) => id === body.cognito_sub,
  clinical: false,
});

/** [AC-8] The page as anybody reads it. */
export const publicFace = {
  collection: publicProfile,
  face: v.strictObject(shown),
  of: ({ is_open, ...rest }: v.InferOutput<typeof publicProfile.body>) => (is_open ? rest : null),
};

/**
 * [AC-8] Opens or closes one's own page. What it says is what the practice's record says of oneself. [AP-1] Opening it waits for
 * the approval; closing never does.
 */
export const setPublicProfile = defineMutator({
  name: 'public_profile.set',
  args: v.object({ practice_id: idSchema, is_open: v.boolean() }),
  who: inPracticeAs('professional'),
  load: (_args, _facts, actor) => [
    professionalLoad(actor.sub),
    approvalLoad(actor.sub),
    { kind: 'get', collection: 'public_profile', id: actor.sub },
  ],
  run: ({ facts, args, actor }) => {
    const own = facts.find(professional, actor.sub);
    const scope = practiceScope(args.practice_id);
    if (!own || own.scope !== scope) return { reject: 'not_found' };
    if (args.is_open && waitsForApproval(facts, actor.sub)) return { reject: 'not_approved' };
    if ((facts.find(publicProfile, actor.sub)?.body.is_open ?? false) === args.is_open) return [];
    const body = { ...own.body, is_open: args.is_open };
    return [{ collection: 'public_profile', id: actor.sub, scope, cls: classes.colleagues, body, fields: ['is_open'] }];
  },
});
