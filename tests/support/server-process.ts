import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { newestIn } from './newest-in.ts';
import { serverEntry } from './server-entry.ts';

/**
 * Tests run at any hour, and need sessions that are over, on and to come. A run that takes its share of the walks has two months of them;
 * every other one, pictures and kills too, has the whole practice.
 */
const demo = process.env['TWINS'] === 'share' ? 'lately' : 'now';

/** Where practices lie that were seeded a moment ago, for others to begin with. */
const seedsDir = path.join(import.meta.dirname, '../../.cache/demo-seeds', demo);
/** Sessions of the demo lie around the moment of its seeding: an older one would have another present. */
const seedKeepsMs = 240_000;
const seedCode = ['server', 'sync', 'package-lock.json'];

/** A port that is free now. The server binds it at once; tests never name one. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

/** The real server in its own process, on its own data, killable at any moment. */
export class ServerProcess {
  readonly port: number;
  readonly dataDir: string;
  readonly #env: Record<string, string>;
  #child: ChildProcess | null = null;
  /** Everything it printed, for canary scans. */
  output = '';

  private constructor(port: number, dataDir: string, env: Record<string, string>) {
    this.port = port;
    this.dataDir = dataDir;
    this.#env = env;
  }

  static async create(env: Record<string, string> = {}): Promise<ServerProcess> {
    const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-data-'));
    return new ServerProcess(await freePort(), dataDir, env);
  }

  /**
   * A server whose demo practice is there before its first start: seeding costs some seconds of a processor, so it is done
   * once for all that ask within minutes. Accounts, records and secrets are the same, everything else is its own.
   */
  static async createSeeded(): Promise<ServerProcess> {
    const server = await ServerProcess.create();
    const seed = newestSeed();
    if (seed !== undefined) fs.cpSync(seed, server.dataDir, { recursive: true });
    else {
      await server.start();
      await server.stop();
      keepSeed(server.dataDir);
    }
    return server;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts and resolves when `/readyz` says so. Returns the milliseconds that took. */
  async start(): Promise<number> {
    const from = performance.now();
    const child = spawn(process.execPath, [...serverEntry()], {
      env: {
        ...process.env,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        ORCHID_DEMO: demo,
        ...this.#env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    const keep = (chunk: Buffer): void => {
      this.output += chunk.toString('utf8');
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    for (;;) {
      if (child.exitCode !== null)
        throw new Error(`the server ended with ${child.exitCode}:\n${this.output.slice(-2000)}`);
      if (await isReady(this.origin)) return performance.now() - from;
      if (performance.now() - from > 60_000) throw new Error(`the server did not start:\n${this.output.slice(-2000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** `SIGKILL`: no goodbye. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** `SIGTERM`; resolves with the exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  async dispose(): Promise<void> {
    await this.kill();
    fs.rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const over = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill(signal);
    return over;
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(1000) })).ok;
  } catch {
    // Not listening yet.
    return false;
  }
}

/** A practice that was seeded by the present code, lately. */
function newestSeed(): string | undefined {
  if (!fs.existsSync(seedsDir)) return undefined;
  const now = Date.now();
  const from = Math.max(now - seedKeepsMs, ...seedCode.map(newestIn));
  const name = fs
    .readdirSync(seedsDir)
    .filter((found) => /^\d+-\d+$/.test(found))
    .filter((found) => Number.parseInt(found, 10) > from && dayOf(Number.parseInt(found, 10)) === dayOf(now))
    .toSorted()
    .at(-1);
  return name && path.join(seedsDir, name);
}

/** The day at the demo practice: what was seeded yesterday has another today. */
const dayOf = (ms: number): string => new Date(ms).toLocaleDateString('en-CA', { timeZone: 'America/New_York' });

/** Keeps the files of a stopped server, and forgets what nobody begins with any more. */
function keepSeed(dataDir: string): void {
  const now = Date.now();
  fs.mkdirSync(seedsDir, { recursive: true });
  for (const name of fs.readdirSync(seedsDir))
    // Somebody may be copying one that has just become too old.
    if (Number.parseInt(name, 10) < now - 2 * seedKeepsMs)
      fs.rmSync(path.join(seedsDir, name), { recursive: true, force: true });
  const kept = path.join(seedsDir, `${now}-${process.pid}`);
  fs.cpSync(dataDir, `${kept}.part`, { recursive: true });
  // Whole or not at all, for who looks meanwhile.
  fs.renameSync(`${kept}.part`, kept);
}
