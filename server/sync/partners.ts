import { call, type Plan } from '../store/port.ts';

/** Those who share a conversation with the principal now. */
export function* partnersOf(principal: string): Plan<readonly string[]> {
  const partners = new Set<string>();
  for (const scope of yield* call('scopesOf', principal, 'talk:')) {
    for (const reader of yield* call('readersOf', scope)) partners.add(reader.principal);
  }
  partners.delete(principal);
  return [...partners];
}
