import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { breakpoints } from './breakpoints.ts';

const sources = fs
  .readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => path.join('src', name))
  .filter((file) => /\.(css|tsx?)$/.test(file) && !file.includes('.test.'));

/** Every condition on the page's width as it is written, with its file. */
const conditions = sources.flatMap((file) =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.includes('@container'))
    .flatMap((line) => [...line.matchAll(/\((?:(?:min|max)-)?(?:width|inline-size)\s*(?::|[<>]).*?\)/g)])
    .map(([condition]) => ({ file, condition })),
);

const allowed = new Set(
  Object.values(breakpoints).flatMap((width) => [`(max-width: ${width}px)`, `(min-width: ${width + 1}px)`]),
);

test('a layout changes at the widths of the one set, and nowhere else', () => {
  expect(conditions.length).toBeGreaterThan(40);
  expect(
    conditions
      .filter(({ file, condition }) => !allowed.has(condition) && file !== 'src/lib/use-layout.ts')
      .map(({ file, condition }) => `${file}: ${condition}`),
  ).toEqual([]);
});

test('components ask for a layout by its name: one file asks the browser for a width', () => {
  const asking = conditions.filter(({ file }) => !file.endsWith('.css'));
  expect(asking.map(({ file }) => file)).toEqual(['src/lib/use-layout.ts']);
});
