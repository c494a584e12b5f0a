import { canonicalJson } from './canonical-json.ts';
import type { Json } from './record.ts';

/**
 * A field that keeps every version nobody has seen replaced: a multi-value register over mutation uids.
 *
 * Invariants: exactly one version is current; a write names the version it was typed over (`base`); that version, and
 * no other, is replaced; a version leaves only by being replaced or by a person's choice that named it. [CF-1]
 */
export interface Version<Value> {
  readonly uid: string;
  readonly value: Value;
}

export interface FieldVersions<Value> {
  /** `uid` is '' for a field that was never written. */
  readonly current: Version<Value>;
  readonly others: readonly Version<Value>[];
}

/**
 * Writes `value`, typed over the version `base`. Where that is the current one it is replaced; where it is one of the
 * others, that branch goes on; where it is neither, somebody wrote meanwhile: both stay, the later arrival is current.
 */
export function mergeField<Value extends Json>(
  field: FieldVersions<Value>,
  write: Version<Value> & { readonly base: string },
  isSame: (one: Value, other: Value) => boolean = isSameContent,
): FieldVersions<Value> {
  const written: Version<Value> = { uid: write.uid, value: write.value };
  // A device replays what it has not yet heard of over records that may hold it: what was written is never another version of itself.
  const rest = field.others.filter((other) => other.uid !== write.uid);
  if (field.current.uid === write.base || field.current.uid === write.uid) return { current: written, others: rest };
  const kept = rest.filter((other) => other.uid !== write.base);
  // The same text written twice is no conflict; the later stamp stands.
  const displaced = isSame(field.current.value, write.value) || field.current.uid === '' ? [] : [field.current];
  return { current: written, others: [...kept, ...displaced] };
}

/** Ticked boxes and grids are lists and objects: made anew with every tick, and the same where they say the same. */
export function isSameContent(one: Json, other: Json): boolean {
  return one === other || canonicalJson(one) === canonicalJson(other);
}
