import type { StoredRecord } from '../../sync/core/record.ts';

/** `[index, key]` rows of a record. */
export type IndexRows = readonly (readonly [string, string])[];

export interface RangeOfRecords {
  readonly collection: string;
  readonly index: string;
  /** Half-open over keys, by code unit. */
  readonly from: string;
  readonly to: string;
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

/** Records, their indexes, and who belongs to which scope. */
export interface RecordCalls {
  getRecord(collection: string, id: string): StoredRecord | undefined;
  rangeRecords(range: RangeOfRecords): readonly StoredRecord[];
  /** Writes the record and replaces its index rows. `sealed`: the body is encrypted at rest under its scope's key. */
  putRecord(write: {
    readonly record: StoredRecord;
    readonly sealed: boolean;
    readonly rows: IndexRows;
    readonly oldRows: IndexRows;
    readonly isNew: boolean;
  }): void;
  /** Keeps the sealed version that stands now for good, as it lies: to be called before it is overwritten. */
  keepVersion(collection: string, id: string, at: string): void;
  versionsOf(collection: string, id: string): readonly StoredRecord[];
  removeRecord(collection: string, id: string, oldRows: IndexRows): void;
  /** Records of a scope in (collection, id) order after a place. */
  scopePage(
    scope: string,
    after: { readonly collection: string; readonly id: string } | null,
    limit: number,
  ): readonly StoredRecord[];
  /** Roles that the account has now. */
  rolesIn(principal: string, scope: string): readonly string[];
  readersOf(scope: string): readonly Reader[];
  putMember(row: MemberRow): void;
  getAccess(principal: string, scope: string): Access | undefined;
  putAccess(principal: string, scope: string, access: Access): void;
  /** Scopes with this prefix in which the account has access now. */
  scopesOf(principal: string, prefix: string): readonly string[];
}
