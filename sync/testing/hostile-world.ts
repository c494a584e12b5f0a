import sodium from 'libsodium-wrappers';
import { getSeen } from '../client/read/reads.ts';
import type { Replica } from '../client/replica/replica.ts';
import { StatusBoard } from '../client/status/status-board.ts';
import { SyncEngine } from '../client/lead/sync-engine.ts';
import { writeMutation } from '../client/write/write.ts';
import { noteIdOf } from '../collections/appointment.ts';
import { chartScope, classes } from '../collections/classes.ts';
import type { Note } from '../collections/note-body.ts';
import { addToChecksum, emptyChecksum } from '../core/checksum.ts';
import { digestedText, withDigest } from '../core/page-digest.ts';
import type { Json } from '../core/record.ts';
import type { Transport } from '../ports.ts';
import type { PullRecord } from '../protocol/pull-message.ts';
import { MemoryDisk } from '../store/memory-store.ts';
import {
  appointmentBodyOf,
  chartLines,
  FakeClock,
  noteEditArgs,
  openTestReplica,
  pullRecordOf,
  seededRandom,
} from './builders.ts';

export const scope = chartScope('c1');
export const noteKey = 'note|note.a1';

export function noteBodyOf(plan: string, change: Partial<Note> = {}): Note {
  return {
    note_schema_id: 'soap-note',
    note_schema_revision: 1,
    appointment_id: 'a1',
    author: 'pro-1',
    author_name: 'Dr. One',
    started: '2026-11-21T08:00:00.000Z',
    session_start: '2026-11-21T08:00:00.000Z',
    answers: { plan },
    written: {},
    others: [],
    ...change,
  };
}

export function noteLine(version: number, body: Json, change: Partial<PullRecord> = {}): PullRecord {
  const note = { collection: 'note', id: noteIdOf('a1'), scope, cls: classes.careTeam, body, version };
  return { ...pullRecordOf(note), ...change };
}

/** The records that an honest server holds. */
export class HonestServer {
  records = new Map<string, PullRecord>();
  epoch = 'e1';
  serverTime = '2026-11-21T09:00:00.000Z';
  pulls = 0;

  put(...lines: readonly PullRecord[]): void {
    for (const line of lines) this.records.set(`${line.c}|${line.i}`, line);
  }

  sums(): Record<string, [number, number, number]> {
    const sums = new Map<string, typeof emptyChecksum>();
    for (const { c, i, v } of this.records.values()) sums.set(c, addToChecksum(sums.get(c) ?? emptyChecksum, i, v, 1));
    return Object.fromEntries([...sums].map(([name, { count, a, b }]) => [name, [count, a, b]]));
  }

  begin(): Record<string, unknown> {
    const { epoch, serverTime } = this;
    return { kind: 'begin', epoch, serverTime, reset: false, principal: 'pro-1' };
  }

  end(cursor: string): Record<string, unknown> {
    return { kind: 'end', cursor, mark: 0, outcomes: [], complete: true, left: 0, sums: this.sums() };
  }
}

export function textOf(lines: readonly unknown[]): string[] {
  return lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
}

/** With the digest that such a server would name. */
export function sealed(lines: readonly unknown[]): string[] {
  const before = textOf(lines.slice(0, -1));
  const [end = ''] = textOf(lines.slice(-1));
  return [...before, withDigest(end, sodium.crypto_generichash(64, digestedText(before, end), null))];
}

/** A whole page of the day on which the note of `a1` became version 2, with what stands in the note's place. */
export const page = (server: Pick<HonestServer, 'begin' | 'end'>, ...lines: readonly unknown[]): unknown[] => [
  server.begin(),
  pullRecordOf({ collection: 'appointment', id: 'a2', scope, cls: classes.scheduling, body: appointmentBodyOf() }),
  ...lines,
  server.end('c2'),
];

/** A device that holds a chart with a note, and a server whose answers a test makes worse. */
export class HostileWorld {
  readonly clock = new FakeClock();
  readonly disk = new MemoryDisk();
  readonly server = new HonestServer();
  readonly board = new StatusBoard(this.clock);
  readonly replica: Replica;
  readonly engine: SyncEngine;
  /** What the next pull gets; null: nothing comes. */
  answer: () => readonly string[] | null;
  /** Whether what is asked for again comes, honestly. */
  isHealing = true;
  /** What comes instead, where a test makes that worse too. */
  healing: ((collection: string, record: string | undefined) => readonly string[] | null) | null = null;
  /** What was asked for again, and what the log says. */
  readonly asked: string[] = [];
  readonly logged: string[] = [];

  private constructor(replica: (disk: MemoryDisk) => Replica) {
    this.replica = replica(this.disk);
    const { server, clock } = this;
    server.put(...chartLines(), noteLine(1, noteBodyOf('first')));
    const known = [...server.records.values()];
    server.put(
      pullRecordOf({ collection: 'appointment', id: 'a2', scope, cls: classes.scheduling, body: appointmentBodyOf() }),
    );
    server.serverTime = new Date(clock.now()).toISOString();
    this.answer = () => textOf([server.begin(), ...known, { ...server.end('c1'), sums: undefined }]);
    const quiet = (): void => undefined;
    this.engine = new SyncEngine({
      replica: this.replica,
      transport: this.#transport(),
      clock,
      random: seededRandom(2),
      log: { error: (event) => this.logged.push(event), info: quiet, debug: quiet },
      owner: 'one',
      registerKey: () => Promise.resolve(true),
      onLocked: quiet,
    });
  }

  /** A device that is in, and whose engine runs. */
  static async open(): Promise<HostileWorld> {
    const store = new MemoryDisk();
    const replica = await openTestReplica(store.connect(), { complete: false });
    const world = new HostileWorld((disk) => {
      disk.restore(store.save());
      return { ...replica, store: disk.connect() };
    });
    world.board.follow(world.replica.store);
    world.engine.start();
    await world.clock.pass(1000);
    return world;
  }

  close(): void {
    this.engine.stop();
    this.board.unfollow();
  }

  /** What the note on screen says. */
  async plan(): Promise<unknown> {
    return (await getSeen<Note>(this.replica, 'note', noteIdOf('a1')))?.body.answers['plan'];
  }

  /** The person writes into the note. */
  type(text: string) {
    const ports = { clock: this.clock, random: seededRandom(9), zone: () => 'UTC' };
    return writeMutation(this.replica, ports, {
      name: 'note.edit',
      args: noteEditArgs({ subjective: text }),
      options: { coalesceKey: 'k', base: { subjective: '' } },
    });
  }

  /** Nothing new, said without sums, as a quiet pull is. */
  quiet(cursor: string): void {
    this.answer = () => textOf([this.server.begin(), { ...this.server.end(cursor), sums: undefined }]);
  }

  #transport(): Transport {
    return {
      push: () => Promise.resolve({ kind: 'retry', delayMs: 1000 }),
      pull: async ({ heal, record }, onLine) => {
        const lines = heal === undefined ? this.#pulled() : this.#healed(heal, record);
        if (!lines) return { kind: 'unreachable' };
        for (const line of lines) await onLine(line);
        return { kind: 'answered', value: null };
      },
    };
  }

  #pulled(): readonly string[] | null {
    this.server.pulls += 1;
    return this.answer();
  }

  #healed(heal: string, record: string | undefined): readonly string[] | null {
    this.asked.push(`${heal} ${record ?? '*'}`);
    if (!this.isHealing) return null;
    if (this.healing) return this.healing(heal, record);
    const { server } = this;
    const lines = [...server.records.values()].filter(
      ({ c, i }) => c === heal && (record === undefined || i === record),
    );
    return sealed([server.begin(), ...lines, server.end('h')]);
  }
}
