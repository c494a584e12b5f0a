import type { Registry } from '../../core/run-mutation.ts';

/**
 * The form of the rows themselves, told like a collection's: a tab of a build that seals and opens them otherwise is one of
 * another build. 2: bound to scope and class.
 */
const rowForm = 'rows@2';

/**
 * What every commit leaves beside its rows, told in the same way. 1: the edition of the records (ST-31); a build that leaves none would
 * make others remember what is no longer there.
 */
const commitForm = 'edition@1';

const stamps = new WeakMap<Registry, string>();

/** What of a registry is laid down on devices: `name@shape.indexed` of each collection, with the forms of rows and commits, in order. */
export function registryStamp(registry: Registry): string {
  const known = stamps.get(registry);
  if (known !== undefined) return known;
  const parts = [...registry.collections.values()].map(
    ({ name, shape, indexed }) => `${name}@${shape}.${indexed ?? 1}`,
  );
  const stamp = [...parts, rowForm, commitForm].sort().join(' ');
  stamps.set(registry, stamp);
  return stamp;
}

/** Collections whose part differs between two stamps, in either direction. */
export function changedBetween(one: string, other: string): readonly string[] {
  const ours = new Set(one.split(' '));
  const theirs = new Set(other.split(' '));
  const differing = [...ours, ...theirs].filter((part) => ours.has(part) !== theirs.has(part));
  return [...new Set(differing.map((part) => part.slice(0, part.indexOf('@'))))].filter((name) => name !== '');
}
