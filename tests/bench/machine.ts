import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';

/** Where and on what figures were measured. */
export interface Machine {
  readonly commit: string;
  /** Files differ from the commit. */
  readonly dirty: boolean;
  readonly command: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly chromium: string;
  readonly at: string;
}

export function describeMachine(): Machine {
  const browser = [process.env['CHROMIUM'], '/usr/bin/chromium'].find((file) => file && fs.existsSync(file));
  return {
    commit: say('git', ['rev-parse', 'HEAD']),
    dirty: say('git', ['status', '--porcelain', '--untracked-files=no']) !== '',
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim(),
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    node: process.version,
    chromium: browser ? say(browser, ['--version', '--no-sandbox']) : 'of Playwright',
    at: new Date().toISOString(),
  };
}

function say(command: string, args: readonly string[]): string {
  return spawnSync(command, args, { encoding: 'utf8' }).stdout.trim();
}
