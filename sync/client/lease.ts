import type { Clock } from '../ports.ts';
import { accountScope } from '../collections/classes.ts';
import { membership, membershipBody, type Membership } from '../collections/membership.ts';
import { prefixRange } from '../core/index-key.ts';
import { fromInstant, toInstant } from '../core/instant.ts';
import { recordKey } from '../core/record.ts';
import type { LeaseState } from './api.ts';
import { readMeta, type Meta } from './meta.ts';
import { openSeen } from './reads.ts';
import { entryOf, type Replica } from './replica.ts';
import { seenByRange } from './seen-rows.ts';
import { together } from './together.ts';
import * as v from 'valibot';

/** How long a device that hears nothing of the server goes on showing records: one's own caseload, and what others share. */
export const leaseMs = { own: 30 * 24 * 60 * 60 * 1000, shared: 72 * 60 * 60 * 1000 } as const;

/** A sleeping device runs no timers: the end is looked for at least this often. */
const lookEveryMs = 60 * 1000;

/**
 * [AC-3] Access that nobody has confirmed for long ends by itself, on the device, without a word from the server: records
 * lie there sealed and counted as before, and are not opened. Time is the later of the device's clock and the highest
 * server time seen; a clock that was set back is not noticed beyond that. Nothing is deleted: the next contact opens all.
 */
export class Lease {
  readonly #replica: Replica;
  readonly #clock: Clock;
  #time: Meta<'time'> | null = null;
  #shared: ReadonlySet<string> = new Set();
  #cancel: () => void = () => undefined;
  #stopWatching: () => void = () => undefined;
  #stopped = false;
  readonly #onChange: (state: LeaseState) => void;

  constructor(replica: Replica, clock: Clock, onChange: (state: LeaseState) => void) {
    this.#replica = replica;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Resolves when it is known what is open. */
  async start(): Promise<void> {
    this.#stopWatching = this.#replica.store.watch((change) => {
      // A contact only puts the end off: it is news where something is closed.
      const isNews =
        change.collections.has('membership') || (this.state.closed !== 'none' && change.tables.has('meta'));
      if (isNews) this.look();
    });
    await this.#read();
    this.#tick();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
    this.#stopWatching();
  }

  /** Whether a record of this scope is not to be opened now. One's own account always is. */
  closes(scope: string): boolean {
    if (scope === accountScope(this.#replica.actor.sub)) return false;
    const elapsed = this.#elapsedMs();
    return elapsed > leaseMs.own || (elapsed > leaseMs.shared && this.#shared.has(scope));
  }

  get state(): LeaseState {
    if (!this.#time) return { closed: 'none', ownUntil: null, sharedUntil: null };
    const contact = fromInstant(this.#time.contact);
    const elapsed = this.#elapsedMs();
    const hasShared = this.#shared.size > 0;
    const isSharedClosed = hasShared && elapsed > leaseMs.shared;
    return {
      closed: elapsed > leaseMs.own ? 'all' : isSharedClosed ? 'shared' : 'none',
      ownUntil: toInstant(contact + leaseMs.own),
      sharedUntil: hasShared ? toInstant(contact + leaseMs.shared) : null,
    };
  }

  #elapsedMs(): number {
    if (!this.#time) return 0;
    const now = Math.max(this.#clock.now(), fromInstant(this.#time.serverTime));
    return Math.max(0, now - fromInstant(this.#time.contact));
  }

  async #read(): Promise<void> {
    const replica = this.#replica;
    const own = prefixRange(replica.actor.sub);
    const [[time], seen] = await replica.store.read(() =>
      together(
        readMeta('time'),
        seenByRange({
          from: entryOf(membership.name, 'account', own.from),
          to: entryOf(membership.name, 'account', own.to),
        }),
      ),
    );
    this.#time = time;
    // A damaged row is reported, as everywhere, and keeps nobody out of the others: until it is healed, its scope counts as
    // shared.
    const records = openSeen(replica, seen);
    const opened = new Set(records.map(({ collection, id }) => recordKey(collection, id)));
    const unread = seen.flatMap(({ row }) => (opened.has(row.k) ? [] : (row.s ?? [])));
    this.#shared = sharedScopes(records, replica.actor.sub, unread);
    if (!this.#stopped) this.#onChange(this.state);
  }

  /** Looks now. Storage that fails, or a lock, leaves the last answer: the time in it goes on. */
  look(): void {
    this.#read().catch(() => {
      if (!this.#stopped) this.#onChange(this.state);
    });
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
