import path from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import sodium from 'libsodium-wrappers';
import * as v from 'valibot';
import { noteIdOf } from '../../sync/collections/appointment.ts';
import { noteBody } from '../../sync/collections/note-body.ts';
import type { StoredRecord } from '../../sync/core/record.ts';
import { verifyAudit } from '../../server/effects/verify-chain.ts';
import { openSecrets } from '../../server/secrets.ts';
import { call, type Plan, type Store } from '../../server/store/port.ts';
import { createSqliteStore } from '../../server/store/sqlite-store.ts';
import { createLog, systemClock, systemRandom } from '../../server/system-ports.ts';
import { readSoakText, soakField } from './soak-text.ts';

/** A change that somebody was told is in: by the server's answer, or by the client's "saved". */
export interface AckedWrite {
  readonly account: string;
  readonly uid: string;
  readonly outcome: string;
  readonly code: string;
  /** The session whose note it wrote; null where it was refused. */
  readonly session: string | null;
  readonly writer: string;
  readonly turn: number;
  /** It may have been typed on since, under the same uid. [OB-3] */
  readonly mayGrow: boolean;
}

export interface Judgement {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  /** What is half there, and what else the database's own rules forbid. */
  readonly broken: readonly string[];
  readonly outcomes: number;
  readonly versions: number;
}

/**
 * Reads a stopped server's data directory and holds it against what was acknowledged, without asking the engine:
 * each acknowledged change has one outcome, the one that was told, one audit row, and, where it was applied, is one
 * version of its note with its own text; the newest text of each writer still stands in the note, current or beside it;
 * every outcome has its effect and every effect its outcome and audit row; versions have no holes; the file is sound.
 */
export async function judgeDatabase(dataDir: string, acked: readonly AckedWrite[]): Promise<Judgement> {
  await sodium.ready;
  const file = path.join(dataDir, 'orchid.db');
  const { outcomes, audited, broken } = readTables(file);
  const sessions = new Set(acked.flatMap((write) => write.session ?? []));
  const random = systemRandom;
  const secrets = openSecrets(dataDir, { sodium, random, clock: systemClock, log: createLog('error') });
  const store = createSqliteStore({ file, masterKey: secrets.masterKey, random });
  try {
    const audit = await verifyAudit(store, { publicPem: secrets.auditPublic, checkpoints: readCheckpoints(dataDir) });
    if (audit.kind === 'broken') broken.push(`audit chain at ${audit.link}: ${audit.reason}`);
    const effects = new Effects();
    for (const session of sessions) await effects.read(store, session);
    broken.push(...effects.holes, ...halves(outcomes, { audited, effects, sessions }));
    return {
      ...holdAgainst(acked, { outcomes, audited, effects }),
      broken,
      outcomes: outcomes.size,
      versions: effects.byUid.size,
    };
  } finally {
    await store.close();
  }
}

interface OutcomeFound {
  readonly account: string;
  readonly uid: string;
  readonly outcome: string;
  readonly code: string;
  readonly count: number;
}

/** Outcomes by `account|uid`, read beside a server that may run. */
export function readOutcomes(file: string): ReadonlyMap<string, OutcomeFound> {
  const db = new Database(file, { readonly: true });
  try {
    return outcomesOf(db);
  } finally {
    db.close();
  }
}

function outcomesOf(db: Database.Database): ReadonlyMap<string, OutcomeFound> {
  const rows = db
    .prepare(
      "SELECT account, uid, outcome, code, count(*) AS count FROM outcome WHERE copy = 0 AND uid <> '' GROUP BY account, uid",
    )
    .all() as OutcomeFound[];
  return new Map(rows.map((row) => [`${row.account}|${row.uid}`, row]));
}

const auditSubject = v.object({ uid: v.string(), outcome: v.string(), records: v.array(v.string()) });

interface Audited {
  readonly count: number;
  /** Keys of the records that it wrote or looked at. */
  readonly records: readonly string[];
}

function readTables(file: string): {
  readonly outcomes: ReadonlyMap<string, OutcomeFound>;
  readonly audited: ReadonlyMap<string, Audited>;
  readonly broken: string[];
} {
  const db = new Database(file, { readonly: true });
  try {
    const broken: string[] = [];
    const integrity = db.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') broken.push(`integrity_check: ${String(integrity)}`);
    const foreign = db.pragma('foreign_key_check') as unknown[];
    if (foreign.length > 0) broken.push(`foreign_key_check: ${foreign.length} rows`);
    const audited = new Map<string, Audited>();
    const rows = db.prepare('SELECT actor, subject FROM audit').all() as { actor: string; subject: string }[];
    for (const { actor, subject } of rows) {
      const parsed = v.safeParse(auditSubject, JSON.parse(subject));
      if (!parsed.success) continue;
      const key = `${actor}|${parsed.output.uid}`;
      audited.set(key, { count: (audited.get(key)?.count ?? 0) + 1, records: parsed.output.records });
    }
    return { outcomes: outcomesOf(db), audited, broken };
  } finally {
    db.close();
  }
}

function readCheckpoints(dataDir: string): readonly string[] {
  const file = path.join(dataDir, 'audit-checkpoints.ndjson');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

/** What mutations have made of notes: each version carries the uid and the text of the one edit that made it. */
class Effects {
  readonly byUid = new Map<string, { count: number; readonly text: unknown }>();
  /** `note|writer` to the highest turn that stands in the note now, current or as another version. */
  readonly standing = new Map<string, number>();
  readonly holes: string[] = [];

  async read(store: Store, session: string): Promise<void> {
    const id = noteIdOf(session);
    const [now, older] = await store.read(function* (): Plan<[StoredRecord | undefined, readonly StoredRecord[]]> {
      return [yield* call('getRecord', 'note', id), yield* call('versionsOf', 'note', id)];
    });
    const versions = [...older, ...(now ? [now] : [])];
    for (const [index, record] of versions.entries()) {
      if (record.version !== index + 1) this.holes.push(`${id}: version ${record.version} where ${index + 1} is due`);
      const uid = record.stamps[soakField] ?? '';
      const seen = this.byUid.get(uid);
      if (seen) seen.count += 1;
      else this.byUid.set(uid, { count: 1, text: v.parse(noteBody, record.body).answers[soakField] });
    }
    if (!now) return;
    const body = v.parse(noteBody, now.body);
    const texts = [body.answers[soakField], ...body.others.map((other) => other.value)];
    for (const text of texts) {
      const found = readSoakText(text);
      if (!found) continue;
      const key = `${session}|${found.writer}`;
      this.standing.set(key, Math.max(found.turn, this.standing.get(key) ?? 0));
    }
  }
}

/** Outcome without effect or audit row, and the other way round: whoever wrote it, acknowledged or not. */
function halves(
  outcomes: ReadonlyMap<string, OutcomeFound>,
  found: {
    readonly audited: ReadonlyMap<string, Audited>;
    readonly effects: Effects;
    readonly sessions: ReadonlySet<string>;
  },
): readonly string[] {
  const { audited, effects } = found;
  const notes = new Set([...found.sessions].map((session) => `note|${noteIdOf(session)}`));
  const broken: string[] = [];
  const applied = new Set<string>();
  for (const [key, row] of outcomes) {
    const audit = audited.get(key);
    if (!audit) broken.push(`${key}: an outcome without its audit row`);
    if (row.outcome !== 'applied') continue;
    applied.add(row.uid);
    const isNote = audit?.records.some((record) => notes.has(record)) ?? false;
    if (isNote && !effects.byUid.has(row.uid)) broken.push(`${key}: an outcome without its effect`);
  }
  for (const key of audited.keys()) if (!outcomes.has(key)) broken.push(`${key}: an audit row without its outcome`);
  for (const uid of effects.byUid.keys()) if (!applied.has(uid)) broken.push(`${uid}: an effect without its outcome`);
  return broken;
}

function holdAgainst(
  acked: readonly AckedWrite[],
  found: {
    readonly outcomes: ReadonlyMap<string, OutcomeFound>;
    readonly audited: ReadonlyMap<string, Audited>;
    readonly effects: Effects;
  },
): Pick<Judgement, 'lost' | 'doubled'> {
  const { outcomes, audited, effects } = found;
  // By uid: what is missing in two places is one loss.
  const lost = new Map<string, string>();
  const doubled = new Map<string, string>();
  const newest = new Map<string, AckedWrite>();
  for (const write of acked) {
    const key = `${write.account}|${write.uid}`;
    const outcome = outcomes.get(key);
    if (!outcome) lost.set(key, 'no outcome');
    else if (outcome.outcome !== write.outcome || outcome.code !== write.code)
      lost.set(key, `${outcome.outcome} ${outcome.code}, told ${write.outcome} ${write.code}`);
    if ((outcome?.count ?? 1) > 1 || (audited.get(key)?.count ?? 1) > 1) doubled.set(key, 'settled twice');
    if (write.outcome !== 'applied' || write.session === null) continue;
    const effect = effects.byUid.get(write.uid);
    if (!effect) lost.set(key, 'no version');
    else if (!isText(effect.text, write)) lost.set(key, 'other text');
    if ((effect?.count ?? 1) > 1) doubled.set(key, 'applied twice');
    const place = `${write.session}|${write.writer}`;
    if (write.turn >= (newest.get(place)?.turn ?? 0)) newest.set(place, write);
  }
  for (const [place, write] of newest) {
    if ((effects.standing.get(place) ?? -1) < write.turn)
      lost.set(`${write.account}|${write.uid}`, `the newest of ${place} does not stand in the note`);
  }
  return { lost: toLines(lost), doubled: toLines(doubled) };
}

function isText(text: unknown, write: AckedWrite): boolean {
  const found = readSoakText(text);
  if (!found || found.writer !== write.writer) return false;
  return write.mayGrow ? found.turn >= write.turn : found.turn === write.turn;
}

function toLines(found: ReadonlyMap<string, string>): readonly string[] {
  return [...found].map(([key, what]) => `${key}: ${what}`);
}
