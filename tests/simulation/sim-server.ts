import sodium from 'libsodium-wrappers';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { PushRequest, PushResponse } from '../../sync/protocol/push-message.ts';
import { applyPush } from '../../server/sync/apply-mutations.ts';
import { openRows } from '../../server/sync/open-boxes.ts';
import { readChanges } from '../../server/sync/read-changes.ts';
import { createTxContext } from '../../server/sync/tx-context.ts';
import { writeRecord } from '../../server/sync/write-record.ts';
import { call, type Plan, type Store } from '../../server/store/port.ts';
import { createSqliteStore } from '../../server/store/sqlite-store.ts';
import type { Random } from '../../sync/ports.ts';
import type { VirtualTime } from './virtual-clock.ts';

/** Where a crash can hit the server. */
export type CrashPoint = 'none' | 'before-commit' | 'after-commit';

/** Thrown inside a transaction to make it roll back as a crash would. */
class SimulatedCrash extends Error {
  override readonly name = 'SimulatedCrash';
}

/** Lets a planted bug take the place of one step of the server. */
export interface ServerHooks {
  readonly applyPush: (
    server: SimServer,
    sub: string,
    request: PushRequest,
    crash: CrashPoint,
  ) => Promise<PushResponse | null>;
}

/** The shipped server modules on a real SQLite, without HTTP in between. */
export class SimServer {
  readonly store: Store;
  readonly registry: Registry;
  readonly time: VirtualTime;
  readonly depositKeys = new Map<string, Uint8Array>();
  readonly pokes = new Set<(principals: ReadonlySet<string>) => void>();
  crashes = 0;

  constructor(options: { readonly registry: Registry; readonly time: VirtualTime; readonly random: Random }) {
    this.registry = options.registry;
    this.time = options.time;
    this.store = createSqliteStore({
      file: ':memory:',
      masterKey: new Uint8Array(32).fill(3),
      random: options.random,
      defer: (run) => queueMicrotask(run),
    });
  }

  /** Null: the server died; whether it had committed is `crash`'s to say. */
  async push(sub: string, request: PushRequest, crash: CrashPoint): Promise<PushResponse | null> {
    const rows = openRows(sodium, { principal: sub, clientId: request.clientId }, request.rows, this.depositKeys);
    const input = {
      actor: { principal: sub, sub },
      clientId: request.clientId,
      deviceId: 'sim',
      highest: request.highest,
      rows,
    };
    const applied = await applyPush(
      (plan) => this.write(plan, crash),
      () => createTxContext(this.registry, this.time.nowMs),
      input,
    );
    if (!applied) return null;
    const { result, touched } = applied;
    this.poke(touched);
    const epoch = 'sim';
    const serverTime = toInstant(this.time.nowMs);
    if (result.kind === 'gap') return { kind: 'gap', mark: result.mark, known: [...result.known], epoch, serverTime };
    if (result.kind === 'foreign') throw new Error('a client id belongs to one principal');
    return { kind: 'ok', mark: result.mark, results: [...result.results], epoch, serverTime };
  }

  /** Runs a plan with a crash before or after its commit; null where the answer died with the server. */
  async write<R>(plan: () => Plan<R>, crash: CrashPoint): Promise<R | null> {
    try {
      const result = await this.store.write(function* (): Plan<R> {
        const value = yield* plan();
        if (crash === 'before-commit') throw new SimulatedCrash('before commit');
        return value;
      });
      if (crash === 'after-commit') {
        this.crashes += 1;
        return null;
      }
      return result;
    } catch (error) {
      if (!(error instanceof SimulatedCrash)) throw error;
      this.crashes += 1;
      return null;
    }
  }

  async pull(
    sub: string,
    request: { cursor: string | null; clientId: string; confirmed: number; heal?: string },
  ): Promise<readonly string[]> {
    await this.store.write(() => call('confirmUpTo', request.clientId, request.confirmed));
    const result = await this.store.read(() =>
      readChanges(
        { registry: this.registry, nowMs: this.time.nowMs },
        { principal: sub, cursor: request.cursor, clientId: request.clientId, heal: request.heal ?? null },
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

  poke(principals: ReadonlySet<string>): void {
    for (const listener of this.pokes) listener(principals);
  }
}

export const honestServer: ServerHooks = {
  applyPush: (server, sub, request, crash) => server.push(sub, request, crash),
};
