import type { Clock } from '../ports.ts';
import { accountScope } from '../collections/classes.ts';
import { membership, membershipBody, type Membership } from '../collections/membership.ts';
import { prefixRange } from '../core/index-key.ts';
import { fromInstant, toInstant } from '../core/instant.ts';
import { recordKey } from '../core/record.ts';
import type { LeaseState, SeenRecord } from './api.ts';
import { readMeta, type Meta } from './meta.ts';
import { openSeen } from './reads.ts';
import { entryOf, type Replica } from './replica.ts';
import { entryIn, seenByRange, type SeenRow } from './seen-rows.ts';
import * as v from 'valibot';

/** How long a device that hears nothing of the server goes on showing records: one's own caseload, and what others share. */
export const leaseMs = { own: 30 * 24 * 60 * 60 * 1000, shared: 72 * 60 * 60 * 1000 } as const;

/** A sleeping device runs no timers: the end is looked for at least this often. */
const lookEveryMs = 60 * 1000;

/** Memberships change in bursts while a replica fills; who shares what matters days later. */
const burstMs = 300;

/** So many rows are opened before whatever else the page has to do gets its turn: a few milliseconds. */
const sliceRows = 40;

/**
 * [AC-3] Access that nobody has confirmed for long ends by itself, on the device, without a word from the server: records
 * lie there sealed and counted as before, and are not opened. Time is the later of the device's clock and the highest
 * server time seen; a clock that was set back is not noticed beyond that. Nothing is deleted: the next contact opens all.
 */
export class Lease {
  readonly #replica: Replica;
  readonly #clock: Clock;
  #time: Meta<'time'> | null = null;
  /** Scopes that others share; null: not known yet, as if all were. */
  #shared: ReadonlySet<string> | null = null;
  #reading: Promise<void> | null = null;
  #again = false;
  #cancelBurst: (() => void) | null = null;
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
      if (change.collections.has('membership')) this.#readSharedSoon();
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

  /** Whether a record of this scope is not to be opened now. One's own account always is. */
  closes(scope: string): boolean {
    if (scope === accountScope(this.#replica.actor.sub)) return false;
    const elapsed = this.#elapsedMs();
    return elapsed > leaseMs.own || (elapsed > leaseMs.shared && this.#isShared(scope));
  }

  get state(): LeaseState {
    if (!this.#time) return { closed: 'none', ownUntil: null, sharedUntil: null };
    const contact = fromInstant(this.#time.contact);
    const elapsed = this.#elapsedMs();
    const hasShared = (this.#shared?.size ?? 0) > 0;
    const isSharedClosed = (hasShared || !this.#shared) && elapsed > leaseMs.shared;
    return {
      closed: elapsed > leaseMs.own ? 'all' : isSharedClosed ? 'shared' : 'none',
      ownUntil: toInstant(contact + leaseMs.own),
      sharedUntil: hasShared ? toInstant(contact + leaseMs.shared) : null,
    };
  }

  #isShared(scope: string): boolean {
    return this.#shared?.has(scope) ?? true;
  }

  get #isOverForShared(): boolean {
    return this.#elapsedMs() > leaseMs.shared;
  }

  #elapsedMs(): number {
    if (!this.#time) return 0;
    const now = Math.max(this.#clock.now(), fromInstant(this.#time.serverTime));
    return Math.max(0, now - fromInstant(this.#time.contact));
  }

  async #readTime(): Promise<void> {
    const [time] = await this.#replica.store.read(() => readMeta('time'));
    this.#time = time;
    this.#tell();
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
        this.#shared = known;
        this.#tell();
      }
    } finally {
      this.#reading = null;
    }
  }

  /** Read and opened a few at a time. Null where the keys went meanwhile. */
  async #sharedNow(): Promise<ReadonlySet<string> | null> {
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
    return sharedScopes(records, sub, unread);
  }

  /** The account's memberships; between two slices the page has its turn. */
  async *#slices(): AsyncGenerator<readonly SeenRow[]> {
    const own = prefixRange(this.#replica.actor.sub);
    const to = entryOf(membership.name, 'account', own.to);
    let from = entryOf(membership.name, 'account', own.from);
    // Several roles in one scope have one place in the index: the next slice begins with that place again.
    let repeated: ReadonlySet<string> = new Set();
    for (;;) {
      const range = { from, to, limit: sliceRows + repeated.size };
      const seen = await this.#replica.store.read(() => seenByRange(range));
      const known = repeated;
      yield seen.filter(({ row }) => !known.has(row.k));
      const last = seen.at(-1);
      if (!last || seen.length < range.limit) return;
      from = entryIn(last.row, range);
      repeated = new Set(seen.flatMap(({ row }) => (entryIn(row, range) === from ? row.k : [])));
      await new Promise<void>((resolve) => this.#clock.after(0, resolve));
    }
  }

  #tell(): void {
    if (!this.#stopped) this.#onChange(this.state);
  }

  /** Looks now. Storage that fails, or a lock, leaves the last answer: the time in it goes on. */
  look(): void {
    this.#readTime()
      .then(() => (this.#isOverForShared || !this.#shared ? this.#readShared() : undefined))
      .catch(() => this.#tell());
  }

  #tick(): void {
    if (this.#stopped) return;
    this.#cancel = this.#clock.after(lookEveryMs, () => {
      this.look();
      this.#tick();
    });
  }
}

/** Scopes in which the account has a role that somebody else gave it, or one that cannot be read, and none of its own. */
function sharedScopes(
  records: readonly { readonly scope: string; readonly body: unknown }[],
  sub: string,
  unread: readonly string[],
): ReadonlySet<string> {
  const live = records.flatMap((record): { scope: string; access: Membership['access'] }[] => {
    const parsed = v.safeParse(membershipBody, record.body);
    if (!parsed.success || parsed.output.account !== sub || parsed.output.ended) return [];
    return [{ scope: record.scope, access: parsed.output.access }];
  });
  const own = new Set(live.flatMap(({ scope, access }) => (access === 'own' ? [scope] : [])));
  return new Set([...live.map(({ scope }) => scope), ...unread].filter((scope) => !own.has(scope)));
}
