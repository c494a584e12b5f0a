import fs from 'node:fs';
import { seededRandom } from '../../sync/testing/builders.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { demoPassword } from '../../server/dev/seed.ts';
import { ServerProcess } from '../support/server-process.ts';
import { judgeDatabase, type AckedWrite } from './judge.ts';
import { disposeAtEnd } from './leftovers.ts';
import { nothingFound, type LegResult } from './leg.ts';
import { tear, tearKinds } from './power-cut.ts';
import { ServerWriter } from './server-writer.ts';

export interface ServerKillOptions {
  readonly seed: number;
  readonly kills: number;
  /** Devices of each of the two accounts; default four. */
  readonly writersPerAccount?: number;
  /** The longest that the server lives; default 1.5 s. */
  readonly lastKillMs?: number;
  readonly tell?: (line: string) => void;
  /** Gets the stopped server's data directory and what was acknowledged, before it goes. */
  readonly inspect?: (dataDir: string, acked: readonly AckedWrite[]) => Promise<void>;
  /** Where the data directory is kept if anything is wrong. */
  readonly keepIn?: string;
}

const usualWriters = 4;
const accounts = ['clinician@demo.test', 'colleague@demo.test'] as const;
const sessionsPerAccount = 25;
const firstKillMs = 100;
const lastKillMs = 1500;
/** Every so many kills the machine loses power with the process. */
const tearEvery = 3;
const drainPatienceMs = 60_000;

/**
 * The real server under eight writers, killed at random moments and started again on its own data, every third time with
 * the tail of its log torn as a power cut may tear it. At the end everything acknowledged is there once, nothing is half
 * there, the file is sound, and all devices of an account hold the same.
 */
export async function runServerKills(options: ServerKillOptions): Promise<LegResult> {
  const random = seededRandom(options.seed);
  const server = await ServerProcess.create({ DRAFT_PAUSE_S: '0' });
  const dispose = disposeAtEnd(() => server.dispose());
  try {
    await server.start();
    const perAccount = options.writersPerAccount ?? usualWriters;
    const writers = await beginWriters(server, { seed: options.seed, perAccount });
    let phase: 'write' | 'drain' = 'write';
    const running = writers.map((writer) => writer.run(() => phase));
    const torn: string[] = [];
    let restartMs = 0;
    for (let kill = 1; kill <= options.kills; kill += 1) {
      await sleep(firstKillMs + random.below((options.lastKillMs ?? lastKillMs) - firstKillMs));
      await server.kill();
      const kind = kill % tearEvery === 0 ? tearKinds[random.below(tearKinds.length)] : undefined;
      const done = kind && tear(server.dataDir, kind, random);
      if (done) torn.push(done);
      restartMs += await server.start();
      const acked = writers.reduce((sum, writer) => sum + writer.acked.length, 0);
      options.tell?.(`server kill ${kill}/${options.kills}${done ? `, ${done}` : ''}: acked ${acked}`);
    }
    phase = 'drain';
    await inTime(Promise.all(running), drainPatienceMs);
    const diverged = await compareDevices(writers, perAccount);
    const code = await server.stop();
    const acked = writers.flatMap((writer) => writer.acked);
    const problems = [
      ...writers.flatMap((writer) => writer.problems),
      ...(code === 0 ? [] : [`the server ended with ${code}`]),
    ];
    await options.inspect?.(server.dataDir, acked);
    const found = await judgeDatabase(server.dataDir, acked);
    const result: LegResult = {
      ...nothingFound,
      faults: options.kills,
      acked: acked.length,
      lost: found.lost.length,
      doubled: found.doubled.length,
      diverged: diverged.length,
      problems: [...problems, ...found.broken, ...found.lost, ...found.doubled, ...diverged].slice(0, 50),
      figures: {
        'server kills': options.kills,
        'torn tails': torn.length,
        'pushes tried again': writers.reduce((sum, writer) => sum + writer.retries, 0),
        'acknowledged refusals': acked.filter((write) => write.outcome === 'rejected').length,
        'outcomes found': found.outcomes,
        'versions found': found.versions,
        'milliseconds of restarts': Math.round(restartMs),
      },
    };
    if (result.problems.length > 0 && options.keepIn !== undefined)
      fs.cpSync(server.dataDir, options.keepIn, { recursive: true });
    return result;
  } finally {
    await dispose();
  }
}

async function beginWriters(
  server: ServerProcess,
  { seed, perAccount }: { readonly seed: number; readonly perAccount: number },
): Promise<readonly ServerWriter[]> {
  const ofAccounts = accounts.map(async (email, place) => {
    const writers = Array.from({ length: perAccount }, (_, index) => {
      const number = place * perAccount + index;
      const deposits = index % 2 === 1;
      return new ServerWriter({ name: `writer-${number}`, origin: server.origin, seed: seed * 31 + number, deposits });
    });
    // One derivation for all devices of an account.
    const keys = await writers[0]?.device.derive(email, demoPassword);
    if (keys) for (const writer of writers) await writer.begin(email, keys, sessionsPerAccount);
    return writers;
  });
  return (await Promise.all(ofAccounts)).flat();
}

/** Each device pulls to the end; one takes its replica anew. All of an account hold the same, and it sums up. */
async function compareDevices(writers: readonly ServerWriter[], perAccount: number): Promise<readonly string[]> {
  const diverged: string[] = [];
  const held = new Map<string, string>();
  for (const [index, { device }] of writers.entries()) {
    await device.pullAll();
    const kept = heldBy(device);
    if (index % perAccount === 0) {
      device.cursor = null;
      device.replica.clear();
      const end = await device.pullAll();
      if (canonicalJson(sumsOf(end.sums ?? {})) !== canonicalJson(sumsOf(device.sums())))
        diverged.push(`writer-${index}: a first sync does not sum up`);
      if (heldBy(device) !== kept) diverged.push(`writer-${index}: a first sync brings something else`);
    }
    const first = held.get(device.sub) ?? kept;
    held.set(device.sub, first);
    if (first !== kept) diverged.push(`writer-${index}: holds something else than the first device of the account`);
  }
  return diverged;
}

function heldBy(device: ServerWriter['device']): string {
  const rows = [...device.replica].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return canonicalJson(rows.map(([key, { v, b, t }]) => [key, v, b, t]));
}

function sumsOf(sums: Readonly<Record<string, readonly [number, number, number]>>): Record<string, number[]> {
  return Object.fromEntries(Object.entries(sums).flatMap(([name, sum]) => (sum[0] > 0 ? [[name, [...sum]]] : [])));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the writers did not come to an end')), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
