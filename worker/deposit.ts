import { toBase64Url } from '../sync/core/base64url.ts';
import {
  afterAccepted,
  afterRefusal,
  batchLimit,
  isolationKey,
  isRowRefusal,
  readIsolation,
  type Isolation,
  type RowRefusal,
} from '../sync/client/isolation.ts';
import { protocolVersion } from '../sync/protocol/version.ts';
import { DepositLead } from './deposit-lead.ts';
import { committed, done, openExisting, type RawOutboxRow } from './raw-replica.ts';

/** What became of an attempt. `waiting`: rows are still here and worth another try. */
export type DepositOutcome = 'nothing' | 'delivered' | 'waiting' | 'refused';

const maxRows = 200;
/** Well under the server's limit for one request. */
const maxBoxCharacters = 900_000;

interface Batch {
  readonly token: string;
  readonly clientId: string;
  readonly highest: number;
  readonly rows: readonly { kind: 'sealed' | 'void'; id: number; key?: string; box?: string }[];
}

/**
 * Delivers the outbox of the device's current account as it lies there: sealed bytes, an upload-only token, no key.
 * Nothing is deleted here: rows leave when an unlocked page has pulled their effects. Repeating is harmless.
 */
export async function depositOutbox(): Promise<DepositOutcome> {
  const name = await currentReplicaName();
  if (name === null) return 'nothing';
  // One network writer: an unlocked page delivers by itself, after a pause in the typing. It asks again when it goes.
  const lead = await DepositLead.whenSilent(name);
  if (!lead) return 'nothing';
  try {
    return await deliverBatches(name, lead);
  } finally {
    // Not given back, it falls silent by itself.
    await lead.release().catch(() => undefined);
  }
}

async function deliverBatches(name: string, lead: DepositLead): Promise<DepositOutcome> {
  for (let round = 0; round < 50; round += 1) {
    const batch = await nextBatch(name, lead);
    if (!batch) return round === 0 ? 'nothing' : 'delivered';
    const answer = await send(batch);
    if (answer === 'retry') return 'waiting';
    if (answer === 'refused') return 'refused';
    // [PU-6] One row that the server cannot take must not hold up the others, locked or not.
    if (typeof answer === 'object') {
      const step = await narrow(name, lead, { batch, refusal: answer.refusal });
      if (step === 'deposed') return 'nothing';
      if (step === 'all-refused') return 'refused';
    } else if (!(await raiseMark(name, batch, answer))) return 'waiting';
  }
  return 'waiting';
}

async function currentReplicaName(): Promise<string | null> {
  const db = await openExisting('orchid-device');
  if (!db) return null;
  try {
    const meta = db.transaction('meta', 'readonly').objectStore('meta');
    const pointer = (await done(meta.get('current'))) as { m?: { sub?: string } } | undefined;
    if (pointer?.m?.sub === undefined) return null;
    const account = (await done(
      db.transaction('meta', 'readonly').objectStore('meta').get(`account:${pointer.m.sub}`),
    )) as { m?: { replicaName?: string } } | undefined;
    return account?.m?.replicaName ?? null;
  } finally {
    db.close();
  }
}

/**
 * Reads the next rows and raises `sent` in one transaction: from here on they may not be rewritten. `null`: nothing to
 * send, or a tab leads by now.
 */
async function nextBatch(name: string, lead: DepositLead): Promise<Batch | null> {
  const db = await openExisting(name);
  if (!db) return null;
  try {
    const transaction = db.transaction(['meta', 'outbox'], 'readwrite', { durability: 'strict' });
    const end = committed(transaction);
    const meta = transaction.objectStore('meta');
    const [client, mark, sent, deposit, kept] = (await Promise.all(
      ['client', 'mark', 'sent', 'deposit', isolationKey].map((key) => done(meta.get(key))),
    )) as ({ m?: Record<string, unknown> } | undefined)[];
    const from = Number(mark?.m?.['mark'] ?? 0);
    const lastId = Number(client?.m?.['lastId'] ?? 0);
    const token = deposit?.m?.['token'];
    const clientId = client?.m?.['clientId'];
    // A token belongs to one client id; after a change of it the page registers anew.
    if (
      typeof token !== 'string' ||
      typeof clientId !== 'string' ||
      deposit?.m?.['clientId'] !== clientId ||
      lastId <= from ||
      !(await lead.hold(meta))
    ) {
      await end;
      return null;
    }
    const range = IDBKeyRange.bound(pad(from + 1), '~');
    const found = (await done(transaction.objectStore('outbox').getAll(range, maxRows))) as RawOutboxRow[];
    const byKey = new Map(found.map((row) => [row.k, row]));
    const isolation = readIsolation(kept?.m);
    const last = Math.min(lastId, from + Math.min(maxRows, batchLimit(isolation, from)));
    const all = Array.from({ length: last - from }, (_, index) => toPushRow(from + 1 + index, byKey, isolation));
    const rows = fitting(all);
    const through = from + rows.length;
    if (through > Number(sent?.m?.['through'] ?? 0)) meta.put({ k: 'sent', m: { through } });
    await end;
    return { token, clientId, highest: lastId, rows };
  } finally {
    db.close();
  }
}

/** As many rows, from the first, as fit one request; always one. */
export function fitting(rows: Batch['rows']): Batch['rows'] {
  let characters = 0;
  const end = rows.findIndex((row, index) => {
    characters += row.box?.length ?? 0;
    return index > 0 && characters > maxBoxCharacters;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function toPushRow(
  id: number,
  byKey: ReadonlyMap<string, RawOutboxRow>,
  isolation: Isolation | null,
): Batch['rows'][number] {
  const row = byKey.get(pad(id));
  if (id === isolation?.voidId || !row?.z || row.m?.key === undefined) return { kind: 'void', id };
  return { kind: 'sealed', id, key: row.m.key, box: toBase64Url(row.z) };
}

/** The new mark, or why there is none. */
async function send(batch: Batch): Promise<number | 'retry' | 'refused' | { readonly refusal: RowRefusal }> {
  try {
    const response = await fetch('/api/sync/v1/push', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${batch.token}` },
      body: JSON.stringify({
        protocol: protocolVersion,
        clientId: batch.clientId,
        highest: batch.highest,
        rows: batch.rows,
      }),
      signal: AbortSignal.timeout(20_000),
    });
    if (response.status === 401 || response.status === 403) return 'refused';
    const status = String(response.status);
    const isOurs = (response.headers.get('content-type') ?? '').startsWith('application/json');
    if (isRowRefusal(status) && isOurs) return { refusal: status };
    if (!response.ok) return 'retry';
    const answer = (await response.json()) as { kind?: unknown; mark?: unknown };
    // A gap, a quarantine or an unknown key is for an unlocked page to sort out.
    if (answer.kind === 'ok' && typeof answer.mark === 'number') return answer.mark;
    return answer.kind === undefined ? 'retry' : 'refused';
  } catch {
    // No network, or a portal's page that is no JSON.
    return 'retry';
  }
}

/** Remembers what was refused: the next batch is smaller, or has the one row as `void`. Not where a tab leads: ids may be others by now. */
async function narrow(
  name: string,
  lead: DepositLead,
  { batch, refusal }: { readonly batch: Batch; readonly refusal: RowRefusal },
): Promise<'narrowed' | 'all-refused' | 'deposed'> {
  const db = await openExisting(name);
  if (!db) return 'all-refused';
  try {
    const transaction = db.transaction('meta', 'readwrite', { durability: 'strict' });
    const end = committed(transaction);
    const meta = transaction.objectStore('meta');
    const isHeld = await lead.isHeld(meta);
    const kept = (await done(meta.get(isolationKey))) as { m?: unknown } | undefined;
    const { step, next } = afterRefusal(readIsolation(kept?.m), batch.rows, refusal);
    if (isHeld) meta.put({ k: isolationKey, m: next });
    await end;
    return isHeld ? step : 'deposed';
  } finally {
    db.close();
  }
}

/** Whether the mark went up: without that the next batch would be the same again. */
async function raiseMark(name: string, batch: Batch, mark: number): Promise<boolean> {
  const db = await openExisting(name);
  if (!db) return false;
  let isRaised = false;
  try {
    const transaction = db.transaction('meta', 'readwrite', { durability: 'strict' });
    const end = committed(transaction);
    const meta = transaction.objectStore('meta');
    const before = (await done(meta.get('mark'))) as { m?: { mark?: number } } | undefined;
    const client = (await done(meta.get('client'))) as { m?: { clientId?: string } } | undefined;
    const sent = (await done(meta.get('sent'))) as { m?: { through?: number } } | undefined;
    const kept = (await done(meta.get(isolationKey))) as { m?: unknown } | undefined;
    // Of another numbering by now, or beyond what was sent: not this device's history, for an unlocked page to sort out.
    const isOurs = client?.m?.clientId === batch.clientId && mark <= (sent?.m?.through ?? 0);
    isRaised = isOurs && mark > (before?.m?.mark ?? 0);
    if (isRaised) meta.put({ k: 'mark', m: { mark } });
    // What went out as void moves to needs attention when an unlocked page hears its outcome.
    const isolation = isOurs ? readIsolation(kept?.m) : null;
    const next = isolation && afterAccepted(isolation, mark);
    if (next) meta.put({ k: isolationKey, m: next });
    else if (isolation) meta.delete(isolationKey);
    await end;
  } finally {
    db.close();
  }
  // Watchers in pages do not see this connection's writes.
  const channel = new BroadcastChannel(`${name}-changes`);
  channel.postMessage({ tables: new Set(['meta', 'outbox']), collections: new Set(), keys: new Set() });
  channel.close();
  return isRaised;
}

function pad(id: number): string {
  return String(id).padStart(12, '0');
}
