import type { Figure } from './figure.ts';
import type { BenchOptions } from './options.ts';
import { PracticeServer } from './server/practice-server.ts';
import type { PracticeName } from './server/practice-shapes.ts';

/** What a figure group gets: options, practices on demand, and somewhere to put what it found. */
export class BenchRun {
  readonly options: BenchOptions;
  readonly #pageDir: string;
  readonly #report: (figure: Figure) => void;
  readonly #servers = new Map<PracticeName, Promise<PracticeServer>>();

  constructor(options: BenchOptions, pageDir: string, report: (figure: Figure) => void) {
    this.options = options;
    this.#pageDir = pageDir;
    this.#report = report;
  }

  report(figure: Figure): void {
    this.#report(figure);
  }

  /** The server of a practice, seeded at first use. */
  server(name: PracticeName): Promise<PracticeServer> {
    const running = this.#servers.get(name) ?? PracticeServer.start(name, this.#pageDir);
    this.#servers.set(name, running);
    return running;
  }

  /** Rounds one after the other. */
  async rounds<T>(round: (index: number) => Promise<T>): Promise<readonly T[]> {
    const found: T[] = [];
    for (let index = 0; index < this.options.rounds; index += 1) found.push(await round(index));
    return found;
  }

  async close(): Promise<void> {
    for (const server of this.#servers.values()) await (await server).stop();
  }
}
