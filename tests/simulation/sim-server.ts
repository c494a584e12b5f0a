import sodium from 'libsodium-wrappers';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { MutationMessage } from '../../sync/protocol/mutation-message.ts';
import type { PushRequest, PushResponse } from '../../sync/protocol/push-message.ts';
import { applyPush } from '../../server/sync/apply-mutations.ts';
import { openRows } from '../../server/sync/open-boxes.ts';
import { readChanges } from '../../server/sync/read-changes.ts';
import { createTxContext } from '../../server/sync/tx-context.ts';
import { writeRecord } from '../../server/sync/write-record.ts';
import { call, type Plan } from '../../server/store/port.ts';
import { backFillJob } from '../../server/effects/back-fill-job.ts';
import { cleanUpJob } from '../../server/effects/clean-up-job.ts';
import { endAccessJob } from '../../server/effects/end-access-job.ts';
import type { AnyJobKind } from '../../server/effects/job-kind.ts';
import { createJobRunner, type JobRunner } from '../../server/effects/job-runner.ts';
import type { seededRandom } from '../../sync/testing/builders.ts';
import * as v from 'valibot';
import type { AppliedChange } from './oracle/expected-world.ts';
import { FileStore } from './file-store.ts';
import type { VirtualTime } from './virtual-clock.ts';

/** Where a crash can hit the server. */
export type CrashPoint = 'none' | 'before-commit' | 'after-commit';

/** Thrown inside a transaction to make it roll back as a crash would. */
class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
}

/** Lets a planted bug take the place of one step of the server, or of the way from it. */
export interface ServerHooks {
  readonly applyPush: (
    server: SimServer,
    sub: string,
    request: PushRequest,
    crash: CrashPoint,
  ) => Promise<PushResponse | null>;
  /** Stands between a plan and the store. */
  readonly wrapPlan: <R>(plan: Plan<R>) => Plan<R>;
  /** The lines of a page as they leave the server. */
  readonly carryLines: (lines: readonly string[]) => readonly string[];
  /** What arrives of a page whose connection was cut after so many lines. */
  readonly endLines: (lines: readonly string[], cut: number) => readonly string[];
}

export const honestServer: ServerHooks = {
  applyPush: (server, sub, request, crash) => server.push(sub, request, crash),
  wrapPlan: (plan) => plan,
  carryLines: (lines) => lines,
  endLines: (lines, cut) => lines.slice(0, cut),
};

type SeededRandom = ReturnType<typeof seededRandom>;

const auditSubject = v.object({ client: v.string(), id: v.number(), uid: v.string(), outcome: v.string() });
const everything = 1_000_000;
const jobsAfterMs = 150;
const kinds: readonly AnyJobKind[] = [backFillJob, cleanUpJob, endAccessJob];

/** The shipped server modules over a SQLite file, without HTTP in between. A crash takes all that the process held in memory. */
export class SimServer {
  readonly store: FileStore;
  registry: Registry;
  readonly time: VirtualTime;
  readonly depositKeys = new Map<string, Uint8Array>();
  readonly pokes = new Set<(principals: ReadonlySet<string>) => void>();
  readonly #hooks: ServerHooks;
  readonly #random: SeededRandom;
  /** What came, by its digest: under one place and uid may come other words, from a profile that was put back. */
  readonly #messages = new Map<string, MutationMessage>();
  readonly #pushes: string[] = [];
  #jobs: JobRunner;
  crashes = 0;
  /** Told when it has died: every connection is gone. */
  readonly onDeath = new Set<() => void>();

  constructor(options: {
    readonly registry: Registry;
    readonly time: VirtualTime;
    readonly random: SeededRandom;
    readonly hooks: ServerHooks;
  }) {
    this.registry = options.registry;
    this.time = options.time;
    this.#hooks = options.hooks;
    this.#random = options.random;
    this.store = new FileStore(options.random);
    this.#jobs = this.#startJobs();
  }

  #startJobs(): JobRunner {
    const { time, store } = this;
    const registryNow = (): Registry => this.registry;
    return createJobRunner({
      store,
      clock: { now: () => time.nowMs, after: (delayMs, run) => time.after(delayMs, run) },
      // The verdict sees whatever a job left undone.
      log: { error: () => undefined, info: () => undefined, debug: () => undefined },
      get registry() {
        return registryNow();
      },
      kinds: new Map(kinds.map((kind) => [kind.kind, kind])),
      practiceZone: 'UTC',
      onTouched: (principals) => this.poke(principals),
    });
  }

  /** The process ends and begins anew from its file: jobs, caches and connections of before are gone. */
  #die(): void {
    this.crashes += 1;
    this.#jobs.stop();
    this.store.die();
    this.#jobs = this.#startJobs();
    this.#jobs.kick();
    for (const told of this.onDeath) told();
  }

  /** Null: the server died; whether it had committed is `crash`'s to say. */
  async push(sub: string, request: PushRequest, crash: CrashPoint): Promise<PushResponse | null> {
    const rows = openRows(sodium, { principal: sub, clientId: request.clientId }, request.rows, this.depositKeys);
    for (const row of rows) if (row.kind === 'mutation') this.#messages.set(row.digest, row.message);
    const input = {
      actor: { principal: sub, sub },
      clientId: request.clientId,
      deviceId: 'sim',
      highest: request.highest,
      rows,
    };
    const applied = await applyPush(
      (plan) => this.write(plan, crash),
      // Every version is kept: the oracle looks for each text that was acknowledged.
      () => createTxContext(this.registry, this.time.nowMs, { draftPauseMs: 0 }),
      input,
    );
    if (!applied) return null;
    const { result, touched } = applied;
    // A little later than the push, so that others come in between.
    this.time.after(jobsAfterMs, () => this.#jobs.kick());
    this.#pushes.push(
      `${this.time.nowMs % 10_000_000} push ${sub} ${request.clientId.slice(0, 4)} ${request.rows.map((row) => row.id).join(',')} -> ${JSON.stringify(result).slice(0, 200)}`,
    );
    this.poke(touched);
    const epoch = 'sim';
    const serverTime = toInstant(this.time.nowMs);
    if (result.kind === 'gap') return { kind: 'gap', mark: result.mark, known: [...result.known], epoch, serverTime };
    if (result.kind === 'foreign') throw new Error('a client id belongs to one principal');
    if (request.at) await this.#confirm(request.clientId, request.at.confirmed);
    const page = await this.#pageAfter(sub, request, result.mark);
    return {
      kind: 'ok',
      mark: result.mark,
      results: [...result.results],
      epoch,
      serverTime,
      ...(page ? { page } : {}),
    };
  }

  /** [SE-4] As the push route answers. */
  async #pageAfter(sub: string, request: PushRequest, mark: number): Promise<string[] | null> {
    const { at, clientId } = request;
    if (!at || request.rows.length === 0 || mark < request.highest) return null;
    const lines = await this.pull(sub, { cursor: at.cursor, clientId });
    return [...this.#hooks.carryLines(lines)];
  }

  async #confirm(clientId: string, upTo: number): Promise<void> {
    if (upTo > 0) await this.store.write(() => call('confirmUpTo', clientId, upTo));
  }

  /** Runs a plan with a crash before or after its commit; null where the answer died with the server. */
  async write<R>(plan: () => Plan<R>, crash: CrashPoint): Promise<R | null> {
    const hooks = this.#hooks;
    try {
      const result = await this.store.write(function* (): Plan<R> {
        const value = yield* hooks.wrapPlan(plan());
        if (crash === 'before-commit') throw new SimulatedCrash('before commit');
        return value;
      });
      if (crash === 'after-commit') {
        this.#die();
        return null;
      }
      return result;
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
      this.#die();
      return null;
    }
  }

  async pull(
    sub: string,
    request: { cursor: string | null; clientId: string; heal?: string; record?: string },
  ): Promise<readonly string[]> {
    const hooks = this.#hooks;
    const result = await this.store.read(() =>
      hooks.wrapPlan(
        readChanges(
          { registry: this.registry, nowMs: this.time.nowMs },
          {
            principal: sub,
            cursor: request.cursor,
            clientId: request.clientId,
            heal: request.heal ?? null,
            // Mostly a few rows a page, so that paging, going on and stages happen in every schedule.
            characters: this.#random.chance(0.7) ? 300 + this.#random.below(3000) : 1_000_000,
            ...(request.record === undefined ? {} : { record: request.record }),
          },
        ),
      ),
    );
    return result.kind === 'ok' ? result.lines : [];
  }

  async seed(records: readonly StoredRecord[]): Promise<void> {
    const context = createTxContext(this.registry, this.time.nowMs);
    await this.store.write(function* (): Plan<void> {
      for (const record of records) yield* writeRecord(context, record, undefined);
    });
  }

  /** A new release is put in service, with records of a kind that older builds do not know. */
  async update(registry: Registry, records: readonly StoredRecord[]): Promise<void> {
    if (this.registry === registry) return;
    this.registry = registry;
    await this.seed(records);
  }

  /** Forgets every tombstone: a device that has not heard of them must begin anew. */
  async prune(): Promise<void> {
    const hooks = this.#hooks;
    const now = toInstant(this.time.nowMs);
    await this.store.write(() => hooks.wrapPlan(call('pruneGone', now, everything)));
  }

  /** Which of these mutations the server has applied. */
  async appliedUids(sub: string, uids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.store.read(function* (): Plan<Set<string>> {
      const applied = new Set<string>();
      for (const uid of uids) if ((yield* call('outcomeByUid', sub, uid))?.outcome === 'applied') applied.add(uid);
      return applied;
    });
  }

  /** What was applied, in order, from the audit log. */
  async history(): Promise<readonly AppliedChange[]> {
    const settled = await this.#settled();
    return settled.flatMap(({ actor, at, outcome, message }): AppliedChange[] => {
      if (outcome !== 'applied') return [];
      if (!message) throw new Error('applied, but never sent');
      return [{ actor, receivedAt: at, message }];
    });
  }

  /** Everything that was settled, in order, each with what the server says that it settled. */
  async #settled() {
    const messages = this.#messages;
    return this.store.read(function* () {
      const found = [];
      for (const { actor, action, at, subject } of yield* call('unsealedAudit', everything)) {
        const { client, id, uid, outcome } = v.parse(auditSubject, JSON.parse(subject));
        const digest = (yield* call('outcomeByUid', actor, uid))?.digest ?? '';
        found.push({ actor, action, at, client, id, uid, outcome, message: messages.get(digest) });
      }
      return found;
    });
  }

  /** Every push that came, with what it said: for a person who looks for a fault. */
  async explain(): Promise<readonly string[]> {
    const settled = await this.#settled();
    return [
      ...this.#pushes,
      ...settled.map(({ actor, action, client, id, uid, outcome, message }) => {
        const what = JSON.stringify([message?.args, message?.ctx.base, message?.after]);
        return `${actor} ${action} ${client.slice(0, 4)}/${id} ${uid.slice(0, 4)} ${outcome} ${what}`;
      }),
    ];
  }

  poke(principals: ReadonlySet<string>): void {
    for (const listener of this.pokes) listener(principals);
  }
}
