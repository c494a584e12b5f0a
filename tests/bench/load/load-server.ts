import { fork, type ChildProcess } from 'node:child_process';
import * as v from 'valibot';
import { serverEntry } from '../../support/server-entry.ts';

const usageSchema = v.object({ cpuMs: v.number(), rssBytes: v.number(), requests: v.number(), servedMs: v.number() });

/** What a server process has used since it began. `servedMs`: from a request's head to the end of its answer, summed. */
export type Usage = v.InferOutput<typeof usageSchema>;

/** A server in a process of its own, seen from outside: the shipped one, or the bare one beside it. */
export class LoadServer {
  readonly origin: string;
  readonly #child: ChildProcess;

  private constructor(origin: string, child: ChildProcess) {
    this.origin = origin;
    this.#child = child;
  }

  /** The server as it ships, over a data directory that is there. */
  static start(dataDir: string): Promise<LoadServer> {
    return LoadServer.#fork(serverEntry().at(-1) ?? '', [], {
      DATA_DIR: dataDir,
      PORT: '0',
      HOST: '127.0.0.1',
      ORCHID_DEMO: '0',
      REQUEST_LIMITS: '0',
    });
  }

  /** Hono and SQLite without a thought, over a copy of the same database. */
  static startBare(databaseFile: string): Promise<LoadServer> {
    return LoadServer.#fork('tests/bench/bare-server.ts', [databaseFile], {});
  }

  static async #fork(file: string, args: readonly string[], env: Record<string, string>): Promise<LoadServer> {
    const child = fork(file, args, {
      execArgv: ['--import', 'tsx', '--import', './tests/bench/usage-probe.ts'],
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const origin = await new Promise<string>((resolve, reject) => {
      let said = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString('utf8')).slice(-4000);
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${said}`)));
    });
    return new LoadServer(origin, child);
  }

  async usage(): Promise<Usage> {
    return v.parse(usageSchema, await this.#ask('usage'));
  }

  /** The longest piece of processor time that the process takes while this runs, in milliseconds. */
  async longestStretch(run: () => Promise<void>): Promise<number> {
    await this.#ask('watch');
    await run();
    return v.parse(v.object({ longestMs: v.number() }), await this.#ask('stretch')).longestMs;
  }

  #ask(question: string): Promise<unknown> {
    const answer = new Promise<unknown>((resolve) => this.#child.once('message', resolve));
    this.#child.send(question);
    return answer;
  }

  async stop(): Promise<void> {
    const over = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.kill('SIGTERM');
    await over;
  }
}
