import type { Clock } from '../../ports.ts';
import { grantingCollection } from '../../core/access.ts';
import type { Grant } from '../../core/define.ts';
import { prefixRange } from '../../core/index-key.ts';
import { toInstant } from '../../core/instant.ts';
import { collectionOfKey, recordKey } from '../../core/record.ts';
import { ownScope } from '../../core/scope.ts';
import { knownParent } from '../write/actor-roles.ts';
import type { LeaseState, SeenRecord } from '../api.ts';
import { putMeta, readMeta } from '../replica/meta.ts';
import { openSeen } from '../read/reads.ts';
import { assertUnlocked, entryOf, type Replica } from '../replica/replica.ts';
import { entryIn, seenByRange, type SeenRow } from '../read/seen-rows.ts';
import { merged, ran, serverTimeOf, sinceContactMs, toTimeRow, type ServerTime } from './server-time.ts';
import { isBroken } from '../replica/row-meta.ts';

/** How long a device that hears nothing of the server goes on showing records: one's own caseload, and what others share. */
export const leaseMs = { own: 30 * 24 * 60 * 60 * 1000, shared: 72 * 60 * 60 * 1000 } as const;

/** A sleeping device runs no timers: the end is looked for at least this often. */
const lookEveryMs = 60 * 1000;

/** How much of the time without contact may go unnoted. */
const noteEveryMs = 60 * 60 * 1000;

/** Memberships change in bursts while a replica fills; who shares what matters days later. */
const burstMs = 300;

/** So many rows are opened before whatever else the page has to do gets its turn: a few milliseconds. */
const sliceRows = 40;

/**
 * [AC-3] Access that nobody has confirmed for long ends by itself, on the device, without a word from the server: records
 * lie there sealed and counted as before, and are not opened. Time is the server's at the last contact and what has passed
 * since by the device's clock, at least what this tab has lived through: a clock that is wrong all along changes nothing, one
 * that is set back while nobody looks hides at most the time since the last hour that was noted. Nothing is deleted: the next
 * contact opens all.
 */
export class Lease {
  readonly #replica: Replica;
  readonly #clock: Clock;
  #time: ServerTime | null = null;
  #notedMs = 0;
  /** Scopes that others share; null: not known yet, as if all were. */
  #shared: ReadonlySet<string> | null = null;
  /** Scopes in which the account has a role of its own. */
  #own: ReadonlySet<string> = new Set();
  #reading: Promise<void> | null = null;
  #again = false;
  #cancelBurst: (() => void) | null = null;
  /** What was said last of what is closed, and how often that has changed. */
  #told = 'none';
  #turn = 0;
  #cancel: () => void = () => undefined;
  #stopWatching: () => void = () => undefined;
  #stopped = false;
  readonly #onChange: (state: LeaseState) => void;

  constructor(replica: Replica, clock: Clock, onChange: (state: LeaseState) => void) {
    this.#replica = replica;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /**
   * Resolves when it is known what is open. Who shares what is asked for after that, unless time has made it matter: nobody
   * waits for hundreds of memberships to be opened.
   */
  async start(): Promise<void> {
    this.#stopWatching = this.#replica.store.watch((change) => {
      if (change.collections.has(this.#granting.name)) this.#readSharedSoon();
      // A contact only puts the end off: it is news where something is closed.
      if (this.state.closed !== 'none' && change.tables.has('meta')) this.look();
    });
    await this.#readTime();
    const shared = this.#readShared();
    if (this.#isOverForShared) await shared;
    else shared.catch(() => undefined);
    this.#tick();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
    this.#cancelBurst?.();
    this.#stopWatching();
  }

  /**
   * Whether a record of this scope is not to be opened now. One's own account always is. `above`: the scope above by which it
   * is seen, where it is not seen by its own.
   */
  closes(scope: string, above?: string): boolean {
    if (scope === ownScope(this.#replica.actor.sub)) return false;
    const elapsed = this.#elapsedMs();
    const isClosed = elapsed > leaseMs.own || (elapsed > leaseMs.shared && this.#isShared(above ?? scope));
    // Who is refused a record is the first to find out: what shows records must hear of that, or it would not hear of the opening
    // either, and go on without the record.
    if (isClosed && this.#told === 'none') this.#tell();
    return isClosed;
  }

  get state(): LeaseState {
    if (!this.#time) return { closed: 'none', ownUntil: null, sharedUntil: null, turn: this.#turn };
    const contact = this.#time.contactMs;
    const elapsed = this.#elapsedMs();
    const hasShared = (this.#shared?.size ?? 0) > 0;
    const isSharedClosed = (hasShared || !this.#shared) && elapsed > leaseMs.shared;
    return {
      closed: elapsed > leaseMs.own ? 'all' : isSharedClosed ? 'shared' : 'none',
      ownUntil: toInstant(contact + leaseMs.own),
      sharedUntil: hasShared ? toInstant(contact + leaseMs.shared) : null,
      turn: this.#turn,
    };
  }

  #isShared(scope: string): boolean {
    const shared = this.#shared;
    if (!shared) return true;
    if (shared.has(scope) || this.#own.has(scope)) return shared.has(scope);
    // Nothing gives a role in it here: what lies over it is seen by the scope above.
    const above = knownParent(this.#replica, scope);
    return above !== undefined && shared.has(above);
  }

  get #isOverForShared(): boolean {
    return this.#elapsedMs() > leaseMs.shared;
  }

  #elapsedMs(): number {
    return this.#time ? sinceContactMs(this.#time, this.#clock.now()) : 0;
  }

  /** `ranMs`: what has passed for certain since this looked last. */
  async #readTime(ranMs = 0): Promise<void> {
    const now = this.#clock.now();
    const isSetBack = this.#time !== null && now < this.#time.nowMs;
    if (this.#time) this.#time = ran(this.#time, now, ranMs);
    const [kept] = await this.#replica.store.read(() => readMeta('time'));
    this.#time = kept && merged(this.#time, serverTimeOf(kept, now));
    this.#tell();
    const isDue = isSetBack || ranMs > 0;
    if (isDue && kept?.at !== undefined && this.#time) await this.#note(this.#time, isSetBack);
  }

  /** Noted now and then, so that a clock set back while no tab is open takes little of it away; at once where it was set back. */
  async #note(time: ServerTime, isUrgent: boolean): Promise<void> {
    if (!isUrgent && time.serverMs - Math.max(this.#notedMs, time.contactMs) < noteEveryMs) return;
    const row = toTimeRow(time);
    const replica = this.#replica;
    await replica.store.tx('relaxed', function* () {
      yield* assertUnlocked(replica);
      const [kept] = yield* readMeta('time');
      // A contact that came meanwhile is the newer word.
      if (kept?.contact === row.contact && kept.serverTime < row.serverTime) yield [putMeta('time', row)];
    });
    this.#notedMs = time.serverMs;
  }

  #readSharedSoon(): void {
    this.#cancelBurst ??= this.#clock.after(burstMs, () => {
      this.#cancelBurst = null;
      // What was known stays; a row that cannot be read now can be at the next change.
      this.#readShared().catch(() => undefined);
    });
  }

  /** One at a time; what is asked for meanwhile is read after it. */
  async #readShared(): Promise<void> {
    this.#again = true;
    this.#reading ??= this.#readUntilKnown();
    await this.#reading;
  }

  async #readUntilKnown(): Promise<void> {
    try {
      while (this.#again) {
        this.#again = false;
        const known = await this.#sharedNow();
        if (!known) return;
        this.#shared = known.shared;
        this.#own = known.own;
        this.#tell();
      }
    } finally {
      this.#reading = null;
    }
  }

  /** Read and opened a few at a time. Null where the keys went meanwhile. */
  async #sharedNow(): Promise<KnownScopes | null> {
    const { sub } = this.#replica.actor;
    const records: SeenRecord<unknown>[] = [];
    const unread: string[] = [];
    for await (const slice of this.#slices()) {
      if (this.#stopped || this.#replica.gate.closed) return null;
      const opened = openSeen<unknown>(this.#replica, slice);
      records.push(...opened);
      // A damaged row is reported, as everywhere, and keeps nobody out of the others: until it is healed, its scope counts as
      // shared.
      const keys = new Set(opened.map(({ collection, id }) => recordKey(collection, id)));
      unread.push(...slice.flatMap(({ row }) => (keys.has(row.k) ? [] : (row.s ?? []))));
    }
    unread.push(...(await this.#brokenScopes()));
    const grants = records.map(({ scope, body }) => ({ scope, grant: this.#granting.grants.of(body) }));
    return knownScopes(grants, sub, unread);
  }

  /** Scopes of memberships that are kept aside: no index leads to them. */
  async #brokenScopes(): Promise<readonly string[]> {
    const granting = this.#granting.name;
    const rows = await this.#replica.store.read(function* () {
      const [broken] = yield* readMeta('broken');
      const keys = (broken ?? []).filter((key) => collectionOfKey(key) === granting);
      if (keys.length === 0) return [];
      const [found] = yield [{ op: 'get', table: 'base', keys }];
      return found ?? [];
    });
    return rows.flatMap((row) => (row && isBroken(row) ? (row.s ?? []) : []));
  }

  /** The account's memberships, and those that a change of this device's lies over; between two slices the page has its turn. */
  async *#slices(): AsyncGenerator<readonly SeenRow[]> {
    const own = prefixRange(this.#replica.actor.sub);
    const { name, grants } = this.#granting;
    const to = entryOf(name, grants.index, own.to);
    let from = entryOf(name, grants.index, own.from);
    // Several roles in one scope have one place in the index: the next slice begins with that place again.
    let repeated: ReadonlySet<string> = new Set();
    for (;;) {
      const range = { from, to, limit: sliceRows + repeated.size };
      const seen = await this.#replica.store.read(() => seenByRange(range));
      const known = repeated;
      const fresh = seen.filter(({ row }) => !known.has(row.k));
      yield [...fresh, ...(await this.#confirmedUnder(fresh))];
      const last = seen.at(-1);
      if (!last || seen.length < range.limit) return;
      from = entryIn(last.row, range);
      repeated = new Set(seen.flatMap(({ row }) => (entryIn(row, range) === from ? row.k : [])));
      await new Promise<void>((resolve) => this.#clock.after(0, resolve));
    }
  }

  /** What has been confirmed of these: an end that waits here, and that nobody has heard of, opens nothing for longer. */
  async #confirmedUnder(seen: readonly SeenRow[]): Promise<readonly SeenRow[]> {
    const keys = seen.flatMap(({ table, row }) => (table === 'overlay' ? row.k : []));
    if (keys.length === 0) return [];
    const rows = await this.#replica.store.read(function* () {
      const [found] = yield [{ op: 'get', table: 'base', keys }];
      return found ?? [];
    });
    return rows.flatMap((row): readonly SeenRow[] => (row ? [{ table: 'base', row }] : []));
  }

  get #granting() {
    return grantingCollection(this.#replica.registry);
  }

  #tell(): void {
    if (this.#stopped) return;
    const { closed } = this.state;
    // A chart whose membership came late closes among others that were closed before.
    const told = closed === 'shared' ? [closed, ...[...(this.#shared ?? [])].toSorted()].join(' ') : closed;
    if (told !== this.#told) this.#turn += 1;
    this.#told = told;
    this.#onChange(this.state);
  }

  /** Looks now. Storage that fails, or a lock, leaves the last answer: the time in it goes on. */
  look(ranMs = 0): void {
    this.#readTime(ranMs)
      .then(() => (this.#isOverForShared || !this.#shared ? this.#readShared() : undefined))
      .catch(() => this.#tell());
  }

  #tick(): void {
    if (this.#stopped) return;
    this.#cancel = this.#clock.after(lookEveryMs, () => {
      this.look(lookEveryMs);
      this.#tick();
    });
  }
}

interface KnownScopes {
  readonly own: ReadonlySet<string>;
  /** In which the account has a role that somebody else gave it, or one that cannot be read, and none of its own. */
  readonly shared: ReadonlySet<string>;
}

function knownScopes(
  records: readonly { readonly scope: string; readonly grant: Grant }[],
  sub: string,
  unread: readonly string[],
): KnownScopes {
  const live = records.filter(({ grant }) => grant.account === sub && !grant.hasEnded);
  const own = new Set(live.flatMap(({ scope, grant }) => (grant.isShared ? [] : [scope])));
  return { own, shared: new Set([...live.map(({ scope }) => scope), ...unread].filter((scope) => !own.has(scope))) };
}
