import sodium from 'libsodium-wrappers';
import type { Clock, Random, ReplicaStore } from '../ports.ts';
import { registry } from '../collections/index.ts';
import { chartScope, classes } from '../collections/classes.ts';
import type { Appointment } from '../collections/appointment.ts';
import { membershipId, type Membership } from '../collections/membership.ts';
import type { Json } from '../core/record.ts';
import { toInstant } from '../core/instant.ts';
import type { PullEnd, PullRecord } from '../protocol/pull-message.ts';
import type { PulledPage } from '../client/pull/apply-pull.ts';
import { openKeys } from '../client/keys/replica-keys.ts';
import type { Fence } from '../client/replica/fence.ts';
import { putMeta, readMeta } from '../client/replica/meta.ts';
import type { Replica } from '../client/replica/replica.ts';

/** A clock that stands still until told. Timers run in order of their time. */
export class FakeClock implements Clock {
  #now: number;
  #timers: { at: number; run: () => void }[] = [];

  constructor(now = '2026-11-21T09:00:00.000Z') {
    this.#now = Date.parse(now);
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { at: this.#now + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets time pass, running what falls due and letting promises settle in between. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      const due = this.#timers.filter((timer) => timer.at <= end).sort((one, other) => one.at - other.at)[0];
      if (!due) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
      await settle();
    }
    this.#now = end;
    await settle();
  }

  /** Sets the clock, also back. Timers keep the time that was left to them. */
  jump(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers) timer.at += ms;
  }
}

/** Lets everything that is ready run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** mulberry32: small, seeded, good enough to drive a schedule; never for keys. */
export function seededRandom(
  seed: number,
): Random & { next(): number; below(limit: number): number; chance(p: number): boolean } {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    chance: (p) => next() < p,
    bytes: (length) => Uint8Array.from({ length }, () => Math.floor(next() * 256)),
  };
}

/** An opened replica over a store, with fixed keys: they protect nobody, and the kept releases are sealed under them. */
export async function openTestReplica(
  store: ReplicaStore,
  options: { readonly sub?: string; readonly random?: Random; readonly complete?: boolean } = {},
): Promise<Replica> {
  await sodium.ready;
  const sub = options.sub ?? 'pro-1';
  const random = options.random ?? seededRandom(1);
  const keys = await openKeys(store, {
    sodium,
    random,
    replicaKey: new Uint8Array(32).fill(7),
    accountRoot: new Uint8Array(32).fill(9),
    email: null,
  });
  if (options.complete ?? true) {
    await store.tx('strict', function* () {
      yield [
        putMeta('cursor', { cursor: 'c0', epoch: 'e1', complete: true, generation: 1, confirmed: 0, resetting: false }),
      ];
    });
  }
  return {
    store,
    registry,
    sodium,
    random,
    gate: { closed: false },
    sealer: keys.sealer,
    actor: { principal: sub, sub },
    depositKeys: keys.ring.deposit,
    depositKeyId: keys.ring.depositId,
    lockEpoch: keys.lockEpoch,
  };
}

/** Makes the tab of this fence the leader, whoever was; answers the client id of the replica, made when it was opened. */
export async function lead(store: ReplicaStore, fence: Fence): Promise<string> {
  const [client] = await store.tx('strict', function* () {
    yield [putMeta('leader', { ...fence, beat: 1 })];
    return yield* readMeta('client');
  });
  return client?.clientId ?? '';
}

/** A pull line for a record. */
export function pullRecordOf(record: {
  collection: string;
  id: string;
  scope: string;
  cls: string;
  body: Json;
  version?: number;
  stamps?: Record<string, string>;
}): PullRecord {
  return {
    kind: 'r',
    c: record.collection,
    i: record.id,
    s: record.scope,
    k: record.cls,
    v: record.version ?? 1,
    h: registry.collections.get(record.collection)?.shape ?? 1,
    b: record.body,
    t: record.stamps ?? {},
  };
}

export function appointmentBodyOf(change: Partial<Appointment> = {}): Appointment {
  return {
    appointment_type_label: 'Individual session',
    status: 'booked',
    local_start: '2026-11-21T08:00',
    zone: 'UTC',
    minutes: 50,
    start: '2026-11-21T08:00:00.000Z',
    end: '2026-11-21T08:50:00.000Z',
    clinician: 'pro-1',
    clinician_name: 'Dr. One',
    practice_id: 'p1',
    place: 'office_location',
    modify_datetime: '2026-11-01T00:00:00.000Z',
    ...change,
  };
}

/** What `note.edit` takes where Dr. One writes these answers. */
export function noteEditArgs(
  answers: Readonly<Record<string, Json>>,
  appointmentId = 'a1',
): Readonly<Record<string, Json>> {
  return {
    appointment_id: appointmentId,
    author_name: 'Dr. One',
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    answers,
  };
}

export function membershipOf(account: string, change: Partial<Membership> = {}): Membership {
  return { account, account_name: 'Dr. One', role: 'treating', from: toInstant(0), access: 'own', ...change };
}

/** A chart's membership and one session, as a first pull brings them. */
export function chartLines(chartId = 'c1', appointmentId = 'a1', account = 'pro-1'): PullRecord[] {
  const scope = chartScope(chartId);
  return [
    pullRecordOf({
      collection: 'membership',
      id: membershipId(scope, account, 'treating'),
      scope,
      cls: classes.access,
      body: membershipOf(account),
    }),
    pullRecordOf({
      collection: 'appointment',
      id: appointmentId,
      scope,
      cls: classes.scheduling,
      body: appointmentBodyOf(),
    }),
  ];
}

/** A whole page of a pull. */
export function pageOf(
  replicaClientId: string,
  page: Partial<Omit<PulledPage, 'end'>> & { end?: Partial<PullEnd> } = {},
): PulledPage {
  const { end, ...rest } = page;
  return {
    from: 'c0',
    clientId: replicaClientId,
    principal: 'pro-1',
    epoch: 'e1',
    reset: false,
    records: [],
    gone: [],
    scopesGone: [],
    ...rest,
    end: { kind: 'end', cursor: 'c1', mark: 0, outcomes: [], complete: true, left: 0, ...end },
  };
}
