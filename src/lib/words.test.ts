import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Words that a colleague would not write, and what the spec calls otherwise. */
const unkind = [
  /\bstands? here\b/,
  /\blies? (?:on|here|sealed)\b/,
  /\bTo come\b/,
  /\bAs the device\b/,
  /\bWhat you wrote and has not been sent\b/,
  /\bsealed on this device\b/,
  /\bClient charts\b/,
  /title: 'Schedule'/,
];

/** Source without comments: those are for engineers. */
function saidIn(file: string): string {
  return fs
    .readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/^\s*\/\/.*$/gm, '')
    .replaceAll(/\s+/g, ' ');
}

function screens(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => path.join(folder, name));
}

test.each([
  ...screens('src/app'),
  ...screens('src/features'),
  ...screens('src/lib'),
  ...screens('src/model'),
  'vite.config.ts',
])('%s speaks as a colleague would: none of the phrases that were replaced', (file) => {
  const said = saidIn(file);
  expect(unkind.filter((phrase) => phrase.test(said))).toEqual([]);
});
