import type { StoredRecord } from '../../sync/core/record.ts';

/** `[index, key]` rows of a record. */
export type IndexRows = readonly (readonly [string, string])[];

/** What is known of a record without opening it. */
export interface RecordHead {
  readonly id: string;
  readonly scope: string;
  readonly cls: string;
}

/** A record in a range of an index, without its body. */
export interface RangeEntry extends RecordHead {
  readonly key: string;
}

/** An overwritten version, without its body. */
export interface KeptVersion {
  readonly version: number;
  /** When it was overwritten. */
  readonly at: string;
  readonly kept: VersionKept;
}

/**
 * Why an overwritten version lies there. `good`: for good. `next`: only until the next version is overwritten. `pause`: a
 * draft that stood for a while; the oldest of many make room.
 */
export const versionsKept = ['good', 'next', 'pause'] as const;
export type VersionKept = (typeof versionsKept)[number];

export interface RangeOfRecords {
  readonly collection: string;
  readonly index: string;
  /** Half-open over keys, by code unit. */
  readonly from: string;
  readonly to: string;
  /** At `from` itself only ids after this one: where the page before ended. Upwards only. */
  readonly afterId?: string;
  readonly limit?: number;
  readonly reverse?: boolean;
}

/** One role of one account in a scope. `generation` counts how often the account's access to the scope began or ended. */
export interface Reader {
  readonly principal: string;
  readonly role: string;
  readonly generation: number;
}

export interface MemberRow {
  readonly scope: string;
  readonly principal: string;
  readonly role: string;
  readonly active: boolean;
}

export interface Access {
  readonly generation: number;
  readonly active: boolean;
}

/** Who belongs to which scope, and which scope stands below which. */
export type MemberCalls = Pick<
  RecordCalls,
  | 'rolesIn'
  | 'readersOf'
  | 'putMember'
  | 'getAccess'
  | 'putAccess'
  | 'scopesOf'
  | 'parentOf'
  | 'putParent'
  | 'scopesBelow'
>;

/** Records, their indexes, and who belongs to which scope. */
export interface RecordCalls {
  getRecord(collection: string, id: string): StoredRecord | undefined;
  rangeRecords(range: RangeOfRecords): readonly StoredRecord[];
  /** Of a range only where its records are and who may read them: none is opened. */
  rangeEntries(range: RangeOfRecords): readonly RangeEntry[];
  getHead(collection: string, id: string): RecordHead | undefined;
  /** Writes the record and replaces its index rows. `sealed`: the body is encrypted at rest under its scope's key. */
  putRecord(write: {
    readonly record: StoredRecord;
    readonly sealed: boolean;
    readonly rows: IndexRows;
    readonly oldRows: IndexRows;
    readonly isNew: boolean;
  }): void;
  /** Keeps the sealed version that stands now, as it lies: to be called before it is overwritten. */
  keepVersion(collection: string, id: string, at: string, kept: VersionKept): void;
  versionsOf(collection: string, id: string): readonly StoredRecord[];
  /** The newest `limit` overwritten versions, newest first. */
  newestVersions(collection: string, id: string, limit: number): readonly KeptVersion[];
  dropVersion(collection: string, id: string, version: number): void;
  /** Of versions that were kept as a `pause`, all but the newest `most`. */
  dropOldPauses(collection: string, id: string, most: number): void;
  removeRecord(collection: string, id: string, oldRows: IndexRows): void;
  /** What lies in a scope, in (collection, id) order after a place: none is opened. */
  scopePage(
    scope: string,
    after: { readonly collection: string; readonly id: string } | null,
    limit: number,
  ): readonly (RecordHead & { readonly collection: string })[];
  /** Roles that the account has now. */
  rolesIn(principal: string, scope: string): readonly string[];
  readersOf(scope: string): readonly Reader[];
  putMember(row: MemberRow): void;
  getAccess(principal: string, scope: string): Access | undefined;
  putAccess(principal: string, scope: string, access: Access): void;
  /** The scope that this one stands below. */
  parentOf(scope: string): string | undefined;
  putParent(scope: string, parent: string): void;
  /** Scopes that stand right below this one, in order, after one of them; `limit` -1: all. */
  scopesBelow(scope: string, after: string, limit: number): readonly string[];
  /** Scopes with this prefix in which the account has access now. */
  scopesOf(principal: string, prefix: string): readonly string[];
}
