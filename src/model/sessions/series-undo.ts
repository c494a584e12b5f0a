import { plannedTimeOf } from '../../../sync/domain/series-plan.ts';
import type { ArgsOf } from '../../lib/model.ts';
import { follows, planFacts, type Plan, type ReachCount, type SeriesFact, type SeriesReach } from './series-reach.ts';
import type { Session } from './use-own-sessions.ts';

/** One step of taking a change of a series back. */
export type UndoStep =
  | { readonly name: 'appointment_series.edit'; readonly args: ArgsOf<'appointment_series.edit'> }
  | { readonly name: 'appointment.edit'; readonly args: ArgsOf<'appointment.edit'> };

/**
 * What takes a change of a series back, step by step: the inverse change with the same reach; where what was planned differed from a later date on, one
 * more from there; and what the session that was looked at had of its own, last. All as it stood before the change. Pure.
 */
export function undoSteps(
  looked: Session,
  reach: SeriesReach,
  { plan, changed }: Pick<ReachCount, 'changed'> & { readonly plan: Plan },
  facts: readonly SeriesFact[],
): readonly UndoStep[] {
  const from = looked.body.series?.date ?? '';
  const parts = plan.filter(
    (part, index) => reach === 'all' || index === plan.length - 1 || (plan[index + 1]?.from ?? '') > from,
  );
  const steps = parts.flatMap((part, index): readonly UndoStep[] => {
    const until = parts[index + 1]?.from;
    const within = [looked, ...changed].filter(({ body }) => {
      const date = body.series?.date ?? '';
      return (index === 0 || date >= part.from) && (until === undefined || date < until);
    });
    // The first part reaches from the session that was looked at, or everywhere; every other from its own first session on.
    const anchor = index === 0 ? within[0] : within.toSorted(byDate)[0];
    if (!anchor) return [];
    const date = anchor.body.series?.date ?? '';
    const { local_start, zone, minutes } = plannedTimeOf([part], date);
    const time = facts.includes('time') ? { local_start, zone, minutes } : {};
    const rest = planFacts.filter((name) => facts.includes(name)).map((name) => [name, part.facts[name] ?? null]);
    const args = {
      appointment_id: anchor.id,
      reach: index === 0 ? reach : ('following' as const),
      ...time,
      ...Object.fromEntries(rest),
    };
    return [{ name: 'appointment_series.edit', args }];
  });
  const own = facts.filter((fact) => !follows(looked.body, plan, fact));
  return own.length === 0 ? steps : [...steps, ownStep(looked, own)];
}

function ownStep({ id, body }: Session, own: readonly SeriesFact[]): UndoStep {
  const { local_start, zone, minutes, start } = body;
  // It was there before, whatever is blocked.
  const time = own.includes('time') ? { local_start, zone, minutes, start, force_book_over_blocked: true } : {};
  const rest = planFacts.filter((name) => own.includes(name)).map((name) => [name, body[name] ?? null]);
  return { name: 'appointment.edit', args: { appointment_id: id, ...time, ...Object.fromEntries(rest) } };
}

function byDate(one: Session, other: Session): number {
  return (one.body.series?.date ?? '') < (other.body.series?.date ?? '') ? -1 : 1;
}
