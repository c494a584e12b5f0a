import * as v from 'valibot';
import { defineMutator, type Who } from '../core/define.ts';
import { knowsZone } from '../core/wall-clock.ts';
import { account } from './account.ts';
import { zoneSchema } from './values.ts';

const oneself: Who<unknown> = { roles: null, load: () => [], may: () => true };

/** Says in which zone somebody lives: their days and times are shown in it, on all their devices. Sessions stay where they are. */
export const setTimezone = defineMutator({
  name: 'account.set_timezone',
  args: v.object({ timezone: zoneSchema }),
  who: oneself,
  load: (_args, _facts, actor) => [{ kind: 'get', collection: 'account', id: actor.sub }],
  run: ({ facts, args, ctx, actor }) => {
    const record = facts.find(account, actor.sub);
    if (!record) return { reject: 'not_found' };
    // Nobody's days can be shown in a zone that nobody knows.
    if (!knowsZone(args.timezone)) return { reject: 'invalid_arguments' };
    if (record.body.timezone === args.timezone) return [];
    const { collection, id, scope, cls } = record;
    const body = { ...record.body, timezone: args.timezone, modify_datetime: ctx.now };
    return [{ collection, id, scope, cls, body, fields: ['timezone'] }];
  },
});
