import type { InferOutput } from 'valibot';
import type { clientCard } from '../../../sync/collections/client-card.ts';
import { idOfScope } from '../../../sync/collections/classes.ts';

export type ClientCard = InferOutput<(typeof clientCard)['body']>;

/** What the client is called: the preferred first name where there is one. */
export function clientName(card: ClientCard | undefined): string {
  if (!card) return 'Client';
  return `${card.preferred_first_name ?? card.first_name} ${card.last_name}`.trim();
}

/** The chart that a chart-scoped record belongs to. */
export function chartIdOf(record: { readonly scope: string }): string {
  return idOfScope(record.scope);
}
