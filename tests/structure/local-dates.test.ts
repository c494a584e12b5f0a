import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Where sessions, notes and charts are shown: each day there is that of a zone, by `dateIn`. */
const folders = [
  'src/app',
  'src/features/account/security',
  'src/features/member',
  'src/features/pro',
  'src/model',
  'src/ui',
] as const;

const cut = /\.(?:slice|substring|substr)\(0, 10\)|\.split\('T'\)/;

/** Against what day a birth date is checked: no one's day, and shown to nobody. */
const today = 'toInstant(Date.now()).slice(0, 10)';

test('no screen cuts a date out of an instant: that is the day of UTC, which nobody lives by', () => {
  const files = folders.flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  expect(sources.length).toBeGreaterThan(100);
  const cutting = sources.filter((file) => cut.test(fs.readFileSync(file, 'utf8').replaceAll(today, '')));
  expect(cutting).toEqual([]);
});
