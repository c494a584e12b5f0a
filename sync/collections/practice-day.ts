import type { MutatorInput } from '../core/define.ts';
import type { Facts, LoadRequest } from '../core/facts.ts';
import { localDate } from '../core/local-date.ts';
import { idOfScope } from '../core/scope.ts';
import { knowsZone } from '../core/wall-clock.ts';
import { clientCard } from './client-card.ts';
import { practiceLoad, practiceZone } from './practice.ts';

/** A chart's card and, once that says which, its practice: what `todayIn` asks. */
export function dayLoads(scope: string, facts: Facts): readonly LoadRequest[] {
  const card = { kind: 'get', collection: 'client_card', id: idOfScope(scope) } as const;
  const known = facts.has(card) ? facts.find(clientCard, card.id) : undefined;
  return known ? [card, practiceLoad(known.body.practice_id)] : [card];
}

/**
 * Today's date where a chart's practice is; `dayLoads` was loaded. Where that is not known, or is a zone that this machine has
 * never heard of: as the server is configured; on a device, in its own zone.
 */
export function todayIn(
  { facts, today, ctx, receivedAt }: Pick<MutatorInput<unknown>, 'facts' | 'today' | 'ctx' | 'receivedAt'>,
  scope: string,
): string {
  const card = facts.find(clientCard, idOfScope(scope));
  const zone = card && practiceZone(facts, card.body.practice_id);
  if (zone !== undefined && knowsZone(zone)) return localDate(receivedAt ?? ctx.now, zone);
  return today ?? localDate(ctx.now, ctx.zone);
}
