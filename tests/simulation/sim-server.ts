import * as v from 'valibot';
import type { Registry } from '../../sync/core/run-mutation.ts';
import { toInstant } from '../../sync/core/instant.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import type { Clock } from '../../sync/ports.ts';
import type { PushRequest } from '../../sync/protocol/push-message.ts';
import { readFollowed, type FollowedChange, type FollowedPlace } from '../../server/effects/followed-place.ts';
import type { SocketPeer } from '../../server/effects/socket-hub.ts';
import { call, type Plan } from '../../server/store/port.ts';
import { createTxContext } from '../../server/sync/tx-context.ts';
import { writeRecord } from '../../server/sync/write-record.ts';
import type { seededRandom } from '../../sync/testing/builders.ts';
import { FileStore } from './file-store.ts';
import type { CrashPoint, PlanWrapper } from './mortal-store.ts';
import type { AppliedChange } from './oracle/expected-world.ts';
import { Overheard } from './overheard.ts';
import type { ProgramEdit } from './program-edit.ts';
import { SimProcess } from './sim-process.ts';
import type { VirtualTime } from './virtual-clock.ts';

/** A request to the server, and whose device sends it. */
export interface SimRequest {
  readonly sub: string;
  readonly path: string;
  readonly init: RequestInit;
}

/** Where a request kills the server: at its n-th write. */
export interface Death {
  readonly point: CrashPoint;
  readonly atWrite: number;
}

const noDeath: Death = { point: 'none', atWrite: 1 };

/** A push on its way to the server. */
export interface ArrivingPush {
  readonly sub: string;
  readonly request: PushRequest;
}

/** Lets a planted bug take the place of one step of the server, or of the way from it. */
export interface ServerHooks {
  /** Null: no answer comes. */
  readonly takePush: (
    server: SimServer,
    push: ArrivingPush,
    send: () => Promise<Response | null>,
  ) => Promise<Response | null>;
  readonly wrapPlan: PlanWrapper;
  /** The lines of a page as they leave the server. */
  readonly carryLines: (lines: readonly string[]) => readonly string[];
  /** What arrives of a page whose connection was cut after so many lines. */
  readonly endLines: (lines: readonly string[], cut: number) => readonly string[];
  /** A page that is not cut arrives as it left. */
  readonly isHonest: boolean;
}

export const honestServer: ServerHooks = {
  takePush: (_server, _push, send) => send(),
  wrapPlan: (plan) => plan,
  carryLines: (lines) => lines,
  endLines: (lines, cut) => lines.slice(0, cut),
  isHonest: true,
};

type SeededRandom = ReturnType<typeof seededRandom>;

const auditSubject = v.object({
  client: v.optional(v.string()),
  id: v.optional(v.number()),
  /** Of a change that came by REST. */
  route: v.optional(v.string()),
  uid: v.string(),
  outcome: v.string(),
});
const everything = 1_000_000;
export const pushPath = '/api/sync/v1/push';

/** A change that came by REST, as whoever sent it meant it. */
export type Intended = Omit<AppliedChange['message'], 'uid'>;

/** The shipped routes over the shipped services over a SQLite file. A crash takes all that the process held in memory. */
export class SimServer {
  readonly store: FileStore;
  readonly time: VirtualTime;
  readonly clock: Clock;
  readonly overheard = new Overheard();
  readonly #hooks: ServerHooks;
  readonly #random: SeededRandom;
  readonly #pushes: string[] = [];
  /** What came by REST, by the uid that the server gave it. */
  readonly #intended = new Map<string, Intended>();
  #process: SimProcess;
  registry: Registry;
  crashes = 0;
  /** The last edit of a program that was applied under a key. */
  lastProgramEdit: { readonly asked: ProgramEdit; readonly atMs: number } | null = null;
  /** Told when it has died: every connection is gone. */
  readonly onDeath = new Set<() => void>();

  constructor(options: {
    readonly registry: Registry;
    readonly time: VirtualTime;
    readonly random: SeededRandom;
    readonly hooks: ServerHooks;
    readonly start: Uint8Array;
  }) {
    const { time } = options;
    this.registry = options.registry;
    this.time = time;
    this.clock = { now: () => time.nowMs, after: (delayMs, run) => time.after(delayMs, run) };
    this.#hooks = options.hooks;
    this.#random = options.random;
    this.store = new FileStore(options.random, options.start);
    this.#process = this.#begin();
  }

  #begin(): SimProcess {
    return new SimProcess({
      registry: this.registry,
      store: this.store,
      clock: this.clock,
      random: this.#random,
      wrapPlan: this.#hooks.wrapPlan,
      onCrash: () => this.#die(),
    });
  }

  /** The process ends and another one begins from the file: jobs, caches and connections of before are gone. */
  #restart(): void {
    this.#process.end();
    this.#process = this.#begin();
    for (const told of this.onDeath) told();
  }

  #die(): void {
    this.crashes += 1;
    this.store.die();
    this.#restart();
  }

  /** A device's socket, for as long as the process lives. */
  join(peer: SocketPeer): void {
    this.#process.hub.join(peer, []);
  }

  /** What a socket brings to a device that follows: a page, a word to ask for it, or the end of its session. */
  follow(place: FollowedPlace): Promise<FollowedChange> {
    return readFollowed(this.#process.services, place);
  }

  /** Null: the server died before it could answer. */
  async ask(asked: SimRequest, death: Death = noDeath): Promise<Response | null> {
    const { path, init, sub } = asked;
    const send = (): Promise<Response | null> => this.#answer(asked, death);
    if (path !== pushPath || typeof init.body !== 'string') return send();
    const request = JSON.parse(init.body) as PushRequest;
    this.overheard.hear(sub, request);
    const response = await this.#hooks.takePush(this, { sub, request }, send);
    const ids = request.rows.map((row) => row.id).join(',');
    this.#pushes.push(
      `${this.time.nowMs % 10_000_000} push ${sub} ${request.clientId.slice(0, 4)} ${ids} -> ${response?.status ?? 'dead'}`,
    );
    return response;
  }

  async #answer({ path, init }: SimRequest, { point, atWrite }: Death): Promise<Response | null> {
    const process = this.#process;
    if (point !== 'none') process.store.arm(point, atWrite);
    const response = await process.app.request(path, init);
    // What had fewer writes is over before its death.
    if (point !== 'none') process.store.disarm();
    return process === this.#process ? response : null;
  }

  async #seed(records: readonly StoredRecord[]): Promise<void> {
    const context = createTxContext(this.registry, this.time.nowMs);
    await this.store.write(function* (): Plan<void> {
      for (const record of records) yield* writeRecord(context, record, undefined);
    });
  }

  /** A new release is put in service, with records of a kind that older builds do not know. */
  async update(registry: Registry, records: readonly StoredRecord[]): Promise<void> {
    if (this.registry === registry) return;
    this.registry = registry;
    this.#restart();
    await this.#seed(records);
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

  /** uids of changes that were applied, came by REST, and that nobody has claimed yet. */
  async strangeIntents(): Promise<readonly string[]> {
    const changes = await this.store.read(readChangesSaid);
    const strange = changes.filter(
      ({ route, outcome, uid }) => route !== '' && outcome === 'applied' && !this.#intended.has(uid),
    );
    return strange.map(({ uid }) => uid);
  }

  /** Says what was meant by a change that came by REST. */
  claimIntent(uid: string, intended: Intended): void {
    this.#intended.set(uid, intended);
  }

  /** Everything that was settled, in order, each with what was sent. */
  async #settled() {
    const { overheard } = this;
    const intended = this.#intended;
    return this.store.read(function* () {
      const found = [];
      for (const said of yield* readChangesSaid()) {
        const { actor, route, uid } = said;
        const digest = route === '' ? (yield* call('outcomeByUid', actor, uid))?.digest : undefined;
        const meant = intended.get(uid);
        const message = route === '' ? overheard.messageOf(digest ?? '') : meant && { uid, ...meant };
        found.push({ ...said, message });
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
        const what = JSON.stringify([message?.args, message?.ctx.base]);
        return `${actor} ${action} ${client.slice(0, 4)}/${id} ${uid.slice(0, 4)} ${outcome} ${what}`;
      }),
    ];
  }

  async close(): Promise<void> {
    this.#process.end();
    await this.store.close();
  }
}

/** What the audit log says of changes, in order, chained or not yet. */
function* readChangesSaid() {
  const found = [];
  const rows = [...(yield* call('sealedAudit', 0, everything)), ...(yield* call('unsealedAudit', everything))];
  for (const { actor, action, at, subject } of rows) {
    // Sessions, reads and tries are written there too.
    const change = v.safeParse(auditSubject, JSON.parse(subject));
    if (!change.success) continue;
    const { client = '', id = 0, route = '', uid, outcome } = change.output;
    found.push({ actor, action, at, client, id, route, uid, outcome });
  }
  return found;
}
