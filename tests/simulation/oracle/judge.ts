import { canonicalJson } from '../../../sync/core/canonical-json.ts';
import { recordKey, type StoredRecord } from '../../../sync/core/record.ts';
import { readMeta } from '../../../sync/client/replica/meta.ts';
import { entriesOf, rowToRecord, type Replica } from '../../../sync/client/replica/replica.ts';
import { isParked } from '../../../sync/client/replica/row-meta.ts';
import { rangeSeen } from '../../../sync/client/read/reads.ts';
import { listAttention } from '../../../sync/client/status/work-list.ts';
import type { ReplicaRow } from '../../../sync/ports.ts';
import { liftRecord } from '../../../server/sync/lift-record.ts';
import { call, type Plan } from '../../../server/store/port.ts';
import type { SimDevice } from '../sim-device.ts';
import type { SimServer } from '../sim-server.ts';
import { professionals, scopes, startIntake, startRoles, startSessions, sessionsToCome } from '../start-records.ts';
import { chartIds } from './expected-charts.ts';
import { sampleCharts } from './expected-clients.ts';
import { seriesLabels } from './expected-series.ts';
import { ExpectedWorld, type AppliedChange } from './expected-world.ts';
import { maySee } from './literal-access.ts';
import { forgottenTexts, recordProblems } from './record-problems.ts';

export interface Verdict {
  readonly acked: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly diverged: readonly string[];
}

/**
 * What must be true once every fault has healed. What the changes mean, who may make them and who sees what is written down once more,
 * by hand, beside this file; of the product only its outputs are looked at: outcomes, records, replicas, the list of what needs attention.
 *
 * Each change that a device called saved has an outcome; it went with the words that the device saved; every text that nobody saw
 * replaced stands once in its field or is offered there, and every text ever written in a kept version; what was refused stands with
 * its words in that device's list; no uid was applied twice, and nothing by who may not. Each replica holds exactly what its account
 * may see, nothing waits, and no job that is due does.
 */
export async function judge(server: SimServer, devices: readonly SimDevice[]): Promise<Verdict> {
  const history = await server.history();
  const records = await allRecords(server);
  const world = expectedAfter(history, chartIds(records), sampleCharts(records), seriesLabels(records));
  world.settle(server.time.nowMs);
  const found = recordProblems(world, records);
  const lost = [...found.lost, ...forgottenTexts(world, await noteVersions(server, records))];
  const doubled = [...world.twice, ...found.doubled];
  const diverged = [...world.wrongs, ...found.wrong, ...(await owedJobs(server))];
  const sent = new Map(history.map((change) => [`${change.actor} ${change.message.uid}`, change]));
  let acked = 0;
  for (const device of devices) {
    acked += device.saved.size;
    lost.push(...(await lostOn(server, device, sent)));
    diverged.push(...differences(server, device, readable(world, device.sub, records)));
    diverged.push(...(await untold(server, device)));
    diverged.push(...(await notShown(device, readable(world, device.sub, records))));
    diverged.push(...(await device.watchProblems()));
  }
  return { acked, lost, doubled, diverged };
}

/** What the practice must look like after this history; charts that were begun in it are looked at where their ids are known. */
export function expectedAfter(
  history: readonly AppliedChange[],
  ids: ReadonlyMap<string, string> = new Map(),
  samples: ReadonlyMap<string, string> = new Map(),
  series: ReadonlyMap<string, string> = new Map(),
): ExpectedWorld {
  const world = new ExpectedWorld({
    roles: startRoles,
    sessions: [...startSessions, ...sessionsToCome],
    names: professionals,
    intake: startIntake,
    chartIds: ids,
    samples,
    series,
  });
  for (const change of history) world.apply(change);
  return world;
}

/** What a device called saved and nobody finds any more. */
async function lostOn(
  server: SimServer,
  device: SimDevice,
  sent: ReadonlyMap<string, AppliedChange>,
): Promise<readonly string[]> {
  const listed = new Map(device.replica ? (await listAttention(device.replica)).map((item) => [item.uid, item]) : []);
  const lost: string[] = [];
  for (const [uid, { text }] of device.saved) {
    const name = `${device.name} ${uid}`;
    const item = listed.get(uid);
    if (item) {
      if (!holds(item.args, text)) lost.push(`${name}: in the list, and not its words`);
      continue;
    }
    const outcome = await server.store.read(() => call('outcomeByUid', device.sub, uid));
    const change = sent.get(`${device.sub} ${uid}`);
    if (!outcome) lost.push(`${name}: no outcome`);
    else if (outcome.outcome !== 'applied') lost.push(`${name}: ${outcome.outcome} and not shown`);
    else if (!change) lost.push(`${name}: applied, and no trace of it`);
    else if (!holds(change.message.args, text)) lost.push(`${name}: other words went`);
  }
  return lost;
}

function holds(args: unknown, text: string): boolean {
  return text === '' || JSON.stringify(args).includes(JSON.stringify(text));
}

async function allRecords(server: SimServer): Promise<readonly StoredRecord[]> {
  return server.store.read(function* (): Plan<readonly StoredRecord[]> {
    const found: StoredRecord[] = [];
    const charts = yield* call('scopesBelow', 'practice:p1', '', -1);
    const people: string[] = [];
    for (const chart of charts) people.push(...(yield* call('scopesBelow', chart, '', -1)));
    for (const scope of new Set([...scopes, ...charts, ...people])) {
      for (const { collection, id } of yield* call('scopePage', scope, null, 10_000)) {
        const record = yield* call('getRecord', collection, id);
        if (record) found.push(record);
      }
    }
    return found;
  });
}

/** Bodies of all notes as they are and as they were. */
async function noteVersions(server: SimServer, records: readonly StoredRecord[]): Promise<readonly unknown[]> {
  const notes = records.filter(({ collection }) => collection === 'note');
  return server.store.read(function* (): Plan<readonly unknown[]> {
    const bodies: unknown[] = notes.map(({ body }) => body);
    for (const { id } of notes) bodies.push(...(yield* call('versionsOf', 'note', id)).map(({ body }) => body));
    return bodies;
  });
}

/** What is due has run, and nothing has been given up. */
async function owedJobs(server: SimServer): Promise<readonly string[]> {
  const now = server.time.nowMs;
  const jobs = await server.store.read(() => call('jobsAfter', 0, 10_000));
  return jobs.flatMap((job) => {
    if (job.dead) return [`job ${job.kind}: given up`];
    return job.dueAtMs < now ? [`job ${job.kind}: due and not done`] : [];
  });
}

/** What an account may see, by the literal table; a membership also by whom it names. */
function readable(
  world: ExpectedWorld,
  sub: string,
  records: readonly StoredRecord[],
): ReadonlyMap<string, StoredRecord> {
  const seen = new Map<string, StoredRecord>();
  for (const record of records) {
    const { collection, id, scope, body } = record;
    const names = collection === 'membership' && (body as { account?: unknown }).account === sub;
    if (names || maySee(scope, world.roles.of(sub, scope), collection)) seen.set(recordKey(collection, id), record);
  }
  return seen;
}

function differences(
  server: SimServer,
  device: SimDevice,
  expected: ReadonlyMap<string, StoredRecord>,
): readonly string[] {
  const { replica } = device;
  if (!replica) return [`${device.name}: no replica`];
  const { base, overlay, outbox } = device.disk.dump();
  const found: string[] = [];
  if (outbox.length > 0) found.push(`${device.name}: ${outbox.length} still in the outbox`);
  if (overlay.length > 0) found.push(`${device.name}: ${overlay.length} still in the overlay`);
  const held = new Map(base.map((row) => [row.k, rowToRecord(replica, 'base', row)]));
  found.push(...wronglyIndexed(replica, base).map((key) => `${device.name}: does not find ${key}`));
  for (const [key, record] of expected) {
    const mine = held.get(key);
    if (!mine) found.push(`${device.name}: lacks ${key}`);
    else if (nameOf(mine) !== nameOf(liftRecord(server.registry, record)))
      found.push(`${device.name}: differs in ${key}`);
  }
  for (const key of held.keys()) if (!expected.has(key)) found.push(`${device.name}: should not have ${key}`);
  return found;
}

/** [OB-2] What a device has taken in of refusals, the server knows by now. */
async function untold(server: SimServer, device: SimDevice): Promise<readonly string[]> {
  const { replica } = device;
  if (!replica) return [];
  const [client] = await replica.store.read(() => readMeta('client'));
  const open = await server.store.read(() => call('unconfirmedOf', client?.clientId ?? '', 10));
  return open.map(({ id }) => `${device.name}: the server tells of ${id} again and again`);
}

/** What a page asks for and is not given, though the device holds it and may show it. */
async function notShown(device: SimDevice, expected: ReadonlyMap<string, StoredRecord>): Promise<readonly string[]> {
  const { replica } = device;
  if (!replica) return [];
  const notes = await rangeSeen(replica, { collection: 'note', index: 'session', from: '', to: '~' });
  const sessions = await rangeSeen(replica, { collection: 'appointment', index: 'start', from: '', to: '~' });
  const shown = new Set([...notes, ...sessions].map(({ collection, id }) => recordKey(collection, id)));
  return [...expected].flatMap(([key, { collection, body }]) => {
    const isPutAway = (body as { sample?: unknown }).sample === 'removed';
    const isOnScreen = (collection === 'note' || collection === 'appointment') && !isPutAway;
    return isOnScreen && !shown.has(key) ? [`${device.name}: does not show ${key}`] : [];
  });
}

function nameOf(record: StoredRecord): string {
  return `${record.version} ${record.scope} ${record.cls} ${canonicalJson(record.body)} ${canonicalJson(record.stamps)}`;
}

/** [EV-1, EV-2] Rows that no index of this build leads to, or that it still holds as unknown. */
function wronglyIndexed(replica: Replica, base: readonly ReplicaRow[]): string[] {
  return base.flatMap((row) => {
    const entries = entriesOf(replica.registry, rowToRecord(replica, 'base', row));
    return isParked(row) || canonicalJson([...(row.x ?? [])]) !== canonicalJson([...entries]) ? [row.k] : [];
  });
}

const toldRightly: ReadonlySet<string> = new Set(['lost-outbox', 'unexplained-reset']);

/** Once all is well the screen must say so: online, idle, synced, nothing wrong. */
export async function statusProblems(device: SimDevice): Promise<string[]> {
  const { replica } = device;
  if (!replica) return [];
  const [status, unread] = await replica.store.read(() => readMeta('status', 'unread'));
  // A lost outbox is said until a person has seen it: after a restored profile that is right. And this world forgets its
  // tombstones after moments, not after ninety days: a device has no way to tell why it is to begin anew.
  const isWrong = status?.problem !== null || unread?.some((problem) => !toldRightly.has(problem));
  if (status?.online && status.phase === 'idle' && status.syncedAt !== null && !isWrong) return [];
  return [`${device.name}: says ${JSON.stringify({ ...status, unread })}`];
}
