import type { Body, StoreCommand } from '../../ports.ts';
import { putMeta, readMeta } from './meta.ts';
import { assertUnlocked, type Replica } from './replica.ts';

/** More names than this are not kept: what is beyond is found by the sums, or when it is looked at next. */
const mostBroken = 200;

/** The list of broken records after some were found and some mended; the very same list where nothing changed. */
export function brokenAfter(
  before: readonly string[],
  change: { readonly found: Iterable<string>; readonly mended?: (key: string) => boolean },
): readonly string[] {
  const left = before.filter((key) => !change.mended?.(key));
  const all = [...new Set([...left, ...change.found])].slice(0, mostBroken);
  return all.length === before.length && all.every((key, index) => key === before[index]) ? before : all;
}

/** The command that writes the list; none where it is as it was. */
export function brokenCommands(before: readonly string[], after: readonly string[]): readonly StoreCommand[] {
  return before === after ? [] : [putMeta('broken', [...after])];
}

const namedBy = new WeakMap<Replica, Set<string>>();

/**
 * [BR-2] Names a record that does not open, or whose body is none, where somebody came upon it: it is said on screen, and the
 * engine asks for it again. Once per opening of the replica; storage that does not take it is asked at the next time.
 */
export function noteBroken(replica: Replica, key: string): void {
  let named = namedBy.get(replica);
  if (!named) namedBy.set(replica, (named = new Set()));
  if (named.has(key) || replica.gate.closed) return;
  named.add(key);
  const names = named;
  // Not from within the transaction that came upon it.
  Promise.resolve()
    .then(() => replica.store.tx('relaxed', () => addBroken(replica, key)))
    .catch(() => names.delete(key));
}

function* addBroken(replica: Replica, key: string): Body<void> {
  yield* assertUnlocked(replica);
  const [broken] = yield* readMeta('broken');
  const before = broken ?? [];
  yield brokenCommands(before, brokenAfter(before, { found: [key] }));
}

/** The record lies here well again: should it break once more, it is named once more. */
export function forgetNamed(replica: Replica, key: string): void {
  namedBy.get(replica)?.delete(key);
}
