import type { StoredRecord } from '../../sync/core/record.ts';
import { recordKey } from '../../sync/core/record.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { canRead } from '../../sync/core/run-mutation.ts';
import { accountScope, practiceScope } from '../../sync/collections/classes.ts';
import { registry } from '../../sync/collections/index.ts';
import { noteBody } from '../../sync/collections/note-body.ts';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { readMeta } from '../../sync/client/replica/meta.ts';
import { entriesOf, isParked, rowToRecord, type Replica } from '../../sync/client/replica/replica.ts';
import type { ReplicaRow } from '../../sync/ports.ts';
import { liftRecord } from '../../server/sync/lift-record.ts';
import { call, type Plan } from '../../server/store/port.ts';
import * as v from 'valibot';
import { ReferenceWorld } from './history.ts';
import type { SimDevice } from './sim-device.ts';
import type { SimServer } from './sim-server.ts';
import { scopes, startAppointments, startRecords } from './start-records.ts';

export interface Verdict {
  readonly acked: number;
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly diverged: readonly string[];
}

/**
 * What must be true once every fault has healed, decided without the engine's own bookkeeping:
 * each change that a device called saved has an outcome on the server; its text, where it was applied, is in the note
 * or among its kept versions; where it was refused it stands in that device's needs-attention list; no uid was applied
 * twice; the server's records are what one thread makes of the same mutations in the same order; each replica holds
 * exactly what its account may read, nothing waits, and its status says so.
 */
export async function judge(server: SimServer, devices: readonly SimDevice[]): Promise<Verdict> {
  const lost: string[] = [];
  const doubled: string[] = [];
  const diverged: string[] = [];
  const texts = await noteTexts(server);
  let acked = 0;
  for (const device of devices) {
    const attention = new Set(device.disk.dump().attention.map((row) => row.k));
    for (const [uid, { text }] of device.saved) {
      acked += 1;
      const outcome = await server.store.read(() => call('outcomeByUid', device.sub, uid));
      // What stands in the person's list with its content is not lost, whatever else came of its uid.
      if (attention.has(uid)) continue;
      if (!outcome) lost.push(`${device.name} ${uid}: no outcome`);
      else if (outcome.outcome === 'applied' && text !== '' && !texts.all.has(text))
        lost.push(`${device.name} ${uid}: applied, text gone`);
      else if (outcome.outcome !== 'applied') lost.push(`${device.name} ${uid}: ${outcome.outcome} and not shown`);
    }
    diverged.push(...(await differences(server, device)));
  }
  for (const [text, count] of texts.current) if (count > 1) doubled.push(text);
  const { twice, differs } = await compareWithReference(server);
  return { acked, lost, doubled: [...doubled, ...twice], diverged: [...diverged, ...differs] };
}

/** The server's records beside what the reference makes of the same history. */
async function compareWithReference(
  server: SimServer,
): Promise<{ readonly twice: readonly string[]; readonly differs: readonly string[] }> {
  const reference = new ReferenceWorld(server.registry, startRecords());
  const seen = new Set<string>();
  const twice: string[] = [];
  for (const entry of await server.history()) {
    const name = `${entry.actor} ${entry.message.uid}`;
    if (seen.has(name)) twice.push(`${name}: applied twice`);
    seen.add(name);
    reference.apply(entry);
  }
  const differs = reference.refused.map((text) => `the reference refuses ${text}`);
  for (const [key, expected] of reference.records) {
    const found = await server.store.read(() => call('getRecord', expected.collection, expected.id));
    if (!found) differs.push(`the server lacks ${key}`);
    else if (nameOf(asOfToday(found)) !== nameOf(asOfToday(expected)))
      differs.push(`the server differs from the reference in ${key}`);
  }
  return { twice, differs };
}

/** Without what an update's lift may have added: the reference does not know when that came. */
function asOfToday(record: StoredRecord): StoredRecord {
  const collection = registry.collections.get(record.collection);
  return collection ? { ...record, body: v.parse(collection.body, record.body) as StoredRecord['body'] } : record;
}

function nameOf(record: StoredRecord): string {
  return `${record.version} ${record.scope} ${record.cls} ${canonicalJson(record.body)} ${canonicalJson(record.stamps)}`;
}

/** Every text that a note holds or ever held, and how often it stands in the current version. */
async function noteTexts(server: SimServer): Promise<{ all: Set<string>; current: Map<string, number> }> {
  const all = new Set<string>();
  const current = new Map<string, number>();
  for (const appointment of startAppointments) {
    const id = noteIdOf(appointment);
    const [now, versions] = await server.store.read(function* (): Plan<
      [StoredRecord | undefined, readonly StoredRecord[]]
    > {
      return [yield* call('getRecord', 'note', id), yield* call('versionsOf', 'note', id)];
    });
    for (const version of [...versions, ...(now ? [now] : [])]) for (const text of textsOf(version)) all.add(text);
    for (const text of now ? textsOf(now) : []) current.set(text, (current.get(text) ?? 0) + 1);
  }
  return { all, current };
}

function textsOf(record: StoredRecord): string[] {
  const body = v.parse(noteBody, record.body);
  const answers = Object.values(body.answers).filter((answer) => typeof answer === 'string');
  return [...answers, ...body.others.flatMap((other) => (typeof other.value === 'string' ? [other.value] : []))];
}

async function differences(server: SimServer, device: SimDevice): Promise<string[]> {
  const { replica } = device;
  if (!replica) return [`${device.name}: no replica`];
  const { base, overlay, outbox } = device.disk.dump();
  const found: string[] = [];
  if (outbox.length > 0) found.push(`${device.name}: ${outbox.length} still in the outbox`);
  if (overlay.length > 0) found.push(`${device.name}: ${overlay.length} still in the overlay`);
  const expected = await readable(server, device.sub);
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

/** What an account may read, straight from the records and the one audience rule: no log, no sums. */
async function readable(server: SimServer, sub: string): Promise<Map<string, StoredRecord>> {
  return server.store.read(function* (): Plan<Map<string, StoredRecord>> {
    const seen = new Map<string, StoredRecord>();
    for (const scope of scopes) {
      const own = scope === accountScope(sub) ? ['self'] : yield* call('rolesIn', sub, scope);
      const above = scope.startsWith('chart:') ? yield* call('rolesIn', sub, practiceScope('p1')) : [];
      const roles = [...own, ...above.map((role) => `practice.${role}`)];
      for (const { collection, id } of yield* call('scopePage', scope, null, 10_000)) {
        const record = yield* call('getRecord', collection, id);
        if (!record) continue;
        const always = server.registry.collections.get(record.collection)?.alwaysReads?.(record.body) === sub;
        if (always || canRead(server.registry, record, roles))
          seen.set(recordKey(record.collection, record.id), record);
      }
    }
    return seen;
  });
}
