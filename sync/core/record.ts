/** Plain JSON: all that a record body, an argument or a wire message is made of. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** 24 characters of UTC with milliseconds: `2026-11-21T09:00:00.000Z`. Sorts as text. */
export type Instant = string;

/** A synced thing. `version` counts its changes, `shape` names the schema of `body`. Its scope never changes. */
export interface StoredRecord<Body = Json> {
  readonly collection: string;
  readonly id: string;
  readonly scope: string;
  /** Who within the scope reads it; see `collections/classes.ts`. */
  readonly cls: string;
  readonly version: number;
  readonly shape: number;
  readonly body: Body;
  /** For each field under conflict control: the uid of the mutation that last wrote it. */
  readonly stamps: Readonly<Record<string, string>>;
}

/** `collection|id`: the name of a record in both stores. */
export function recordKey(collection: string, id: string): string {
  return `${collection}|${id}`;
}

/** The collection out of a `collection|id` key. */
export function collectionOfKey(key: string): string {
  return key.slice(0, key.indexOf('|'));
}

/** Where a record lies, as a write of it says it. */
export function placeOf({ collection, id, scope, cls }: StoredRecord<unknown>) {
  return { collection, id, scope, cls };
}
