import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Tests run at any hour, and need sessions that are over, on and to come. */
const demoNow = { ORCHID_DEMO: 'now' };

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

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts and resolves when `/readyz` says so. Returns the milliseconds that took. */
  async start(): Promise<number> {
    const from = performance.now();
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      env: {
        ...process.env,
        PORT: String(this.port),
        HOST: '127.0.0.1',
        DATA_DIR: this.dataDir,
        ...demoNow,
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
