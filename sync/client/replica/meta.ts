import * as v from 'valibot';
import type { Body, ReplicaRow, StoreCommand } from '../../ports.ts';
import { lastingProblems } from '../api.ts';

/**
 * The replica's own state: small rows of the `meta` table, in the clear, none of them personal. Each has one writer
 * at a time, except `mark` and `sent`, which the service worker raises too.
 */
export const metaSchemas = {
  /** This device's name in the protocol and the highest mutation id it has made. */
  client: v.object({ clientId: v.string(), lastId: v.number() }),
  /** No row with an id up to here may change any more: its bytes may have left. */
  sent: v.object({ through: v.number() }),
  /** What this device's versions of a text are told apart by: random, of this replica alone. [CF-3] */
  tag: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{8}$/)),
  /** Highest id that the server has settled. */
  mark: v.object({ mark: v.number() }),
  cursor: v.object({
    cursor: v.nullable(v.string()),
    epoch: v.string(),
    /** Whether a first sync has come to its end; only then is "absent" known. */
    complete: v.boolean(),
    /** Rows of an older generation are leftovers of before a reset. */
    generation: v.number(),
    /** Outcomes up to this id are in the replica. */
    confirmed: v.number(),
    resetting: v.boolean(),
  }),
  sums: v.record(v.string(), v.tuple([v.number(), v.number(), v.number()])),
  leader: v.object({ owner: v.string(), term: v.number(), beat: v.number() }),
  lock: v.object({
    epoch: v.number(),
    /** What the rows are indexed for; a tab of another build writes nothing. */
    registry: v.optional(v.string()),
    /** Collections that are still to be indexed for it. */
    reindex: v.optional(v.array(v.string())),
    /** By which rule every record's row is sealed: 2 binds scope and class. Absent: some may be of before. */
    rows: v.optional(v.number()),
  }),
  /** Collections of which rows lie here that this build cannot read yet. */
  parked: v.array(v.string()),
  /** What the service worker needs: an upload-only token. No key. */
  deposit: v.object({ token: v.string(), clientId: v.string(), keyId: v.string() }),
  /** What the server knows this device by, and how often it has come back by its own key. */
  resume: v.object({ device: v.string(), count: v.number() }),
  healed: v.record(v.string(), v.number()),
  /** Collections whose sums did not agree yet. */
  unhealed: v.array(v.string()),
  /** Keys of records known to be broken: kept aside, or not taken; each is asked for again alone. */
  broken: v.array(v.string()),
  status: v.object({
    online: v.boolean(),
    phase: v.picklist(['idle', 'syncing', 'first-sync']),
    done: v.number(),
    left: v.number(),
    syncedAt: v.nullable(v.string()),
    /** Builds before the row `unread` kept its problems here. */
    problem: v.nullable(
      v.picklist(['signed-out', 'client-too-old', 'lost-outbox', 'server-restored', 'diverged', 'clock']),
    ),
  }),
  /** Said until a person has read it, whatever else is wrong meanwhile. A row of its own: a tab of an older build rewrites `status`. */
  unread: v.array(v.picklist(lastingProblems)),
  /**
   * `contact`: when the last pull came to its end, by the server's clock. `serverTime`: how late it was there when the
   * device's clock said `at`; since then the device's clock runs on. Builds before `at` kept the contact by the device's.
   */
  time: v.object({ serverTime: v.string(), contact: v.string(), at: v.optional(v.string()) }),
} as const;

export type MetaName = keyof typeof metaSchemas;
export type Meta<Name extends MetaName> = v.InferOutput<(typeof metaSchemas)[Name]>;

export const metaDefaults: { readonly [Name in MetaName]: Meta<Name> | null } = {
  client: null,
  sent: { through: 0 },
  tag: null,
  mark: { mark: 0 },
  cursor: { cursor: null, epoch: '', complete: false, generation: 1, confirmed: 0, resetting: false },
  sums: {},
  leader: { owner: '', term: 0, beat: 0 },
  lock: { epoch: 0 },
  parked: [],
  deposit: null,
  resume: null,
  healed: {},
  unhealed: [],
  broken: [],
  status: { online: false, phase: 'idle', done: 0, left: 0, syncedAt: null, problem: null },
  unread: [],
  time: null,
};

/** Reads meta rows inside a transaction. A row that does not parse counts as absent: its default holds. */
export function* readMeta<const Names extends readonly MetaName[]>(
  ...names: Names
): Body<{ [Index in keyof Names]: Meta<Names[Index]> | null }> {
  const [rows] = yield [{ op: 'get', table: 'meta', keys: names }];
  return names.map((name, index) => parseMeta(name, rows?.[index])) as {
    [Index in keyof Names]: Meta<Names[Index]> | null;
  };
}

/** One meta row's value, or its default. */
export function parseMeta<Name extends MetaName>(name: Name, row: ReplicaRow | undefined): Meta<Name> | null {
  const fallback: Meta<Name> | null = metaDefaults[name];
  if (!row) return fallback;
  const parsed = v.safeParse(metaSchemas[name], row.m);
  return parsed.success ? parsed.output : fallback;
}

/** The command that writes a meta row. */
export function putMeta<Name extends MetaName>(name: Name, value: Meta<Name>): StoreCommand {
  return { op: 'put', table: 'meta', rows: [{ k: name, m: value }] };
}
