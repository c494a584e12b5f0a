import type { MutateResult } from '../../../sync/client/api.ts';

/** Behind what was saved: what said beside it was not, and why; nothing of what was, or of what nobody said. */
export function failedWords(what: string, result: MutateResult | null): string {
  return result === null || result.kind === 'saved' ? '' : ` ${what} was not saved: ${result.message}`;
}
