import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { addLegs, nothingFound, verdictLine, type LegResult } from './leg.ts';

/** Which code a run is about: a commit, and what differs from it. */
export interface Code {
  readonly commit: string;
  /** '' where the tree is that of the commit; else a hash of the difference. */
  readonly changed: string;
}

interface KeptLeg extends LegResult {
  readonly seconds: number;
}

interface State {
  readonly code: Code;
  readonly legs: Record<string, KeptLeg>;
}

/** The code as it lies here; commit 'unknown' outside a repository. */
export function describeCode(): Code {
  const commit = git('rev-parse', 'HEAD').trim();
  const difference = git('diff', 'HEAD');
  return {
    commit: commit === '' ? 'unknown' : commit,
    changed: difference === '' ? '' : createHash('sha256').update(difference).digest('hex').slice(0, 12),
  };
}

/** What a run has finished, on disk after each piece: a stopped run loses the piece that it was at, and nothing else. */
export class KeptRun {
  readonly folder: string;
  readonly #code: Code;
  readonly #legs: Record<string, KeptLeg>;

  private constructor(folder: string, state: State) {
    this.folder = folder;
    this.#code = state.code;
    this.#legs = state.legs;
  }

  /** Opens `.cache/soak/<name>`, empty unless resumed. What was found in other code is not mixed in: that throws. */
  static open(name: string, resume: boolean): KeptRun {
    const folder = path.resolve('.cache/soak', name);
    const code = describeCode();
    const file = path.join(folder, 'state.json');
    if (!resume) fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    if (!fs.existsSync(file)) return new KeptRun(folder, { code, legs: {} });
    const state = JSON.parse(fs.readFileSync(file, 'utf8')) as State;
    if (state.code.commit !== code.commit || state.code.changed !== code.changed)
      throw new Error(`the kept run is of ${toText(state.code)}, this is ${toText(code)}: start it without --resume`);
    return new KeptRun(folder, state);
  }

  has(key: string): boolean {
    return this.#legs[key] !== undefined;
  }

  /** Written beside and moved into place: a stop in mid-write leaves the last state whole. */
  keep(key: string, result: LegResult, seconds: number): void {
    this.#legs[key] = { ...result, seconds: Math.round(seconds * 10) / 10 };
    this.#write('state.json', { code: this.#code, legs: this.#legs } satisfies State);
  }

  get total(): LegResult {
    return Object.values(this.#legs).reduce<LegResult>(addLegs, nothingFound);
  }

  /** The result for people and for a release: what was run, on which code, what it found. Answers the file's name. */
  writeResult(): string {
    const seconds = Object.values(this.#legs).reduce((sum, leg) => sum + leg.seconds, 0);
    return this.#write('result.json', {
      command: `node --import tsx tests/soak/main.ts ${process.argv.slice(2).join(' ')}`.trim(),
      ...this.#code,
      verdict: verdictLine(this.total),
      seconds: Math.round(seconds),
      at: new Date().toISOString(),
      node: process.version,
      cpu: `${os.cpus()[0]?.model ?? 'unknown'} × ${os.cpus().length}`,
      total: this.total,
      legs: this.#legs,
    });
  }

  #write(name: string, content: object): string {
    const file = path.join(this.folder, name);
    fs.writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
    fs.renameSync(`${file}.new`, file);
    return file;
  }
}

function toText(code: Code): string {
  return code.changed === '' ? code.commit : `${code.commit} with changes ${code.changed}`;
}

function git(...args: readonly string[]): string {
  return spawnSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout;
}
