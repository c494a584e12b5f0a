import { fork, type ChildProcess } from 'node:child_process';
import * as v from 'valibot';
import type { PracticeName } from './practice-shapes.ts';

const greeting = v.object({ origin: v.string(), relay: v.string(), email: v.string() });

/** A bench server that runs, seen from outside. */
export class PracticeServer {
  readonly name: PracticeName;
  readonly origin: string;
  /** Address of the bare WebSocket relay. */
  readonly relay: string;
  readonly email: string;
  readonly #child: ChildProcess;

  private constructor(name: PracticeName, found: v.InferOutput<typeof greeting>, child: ChildProcess) {
    this.name = name;
    this.origin = found.origin;
    this.relay = found.relay;
    this.email = found.email;
    this.#child = child;
  }

  /** Seeds and starts; resolves when it listens. */
  static async start(name: PracticeName, pageDir: string): Promise<PracticeServer> {
    const child = fork('tests/bench/bench-server.ts', [name, pageDir], { execArgv: ['--import', 'tsx'] });
    const found = await new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`the bench server ended with ${code}`)));
    });
    return new PracticeServer(name, v.parse(greeting, found), child);
  }

  /** Records that the first clinician's device holds. */
  async count(): Promise<number> {
    return v.parse(v.number(), await (await fetch(`${this.origin}/bench/count`)).json());
  }

  /** Adds messages until so many records are held. */
  async growTo(records: number): Promise<void> {
    const missing = records - (await this.count());
    if (missing > 0) await fetch(`${this.origin}/bench/grow?count=${missing}`, { method: 'POST' });
  }

  /** Scripts that were asked for since the last call. */
  async takeAsked(): Promise<readonly string[]> {
    const answer = await fetch(`${this.origin}/bench/asked`, { method: 'POST' });
    return v.parse(v.array(v.string()), await answer.json());
  }

  async stop(): Promise<void> {
    const over = new Promise<void>((resolve) => this.#child.once('exit', () => resolve()));
    this.#child.disconnect();
    await over;
  }
}
