import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const order = '@layer reset, tokens, base, components, features;\n';
const src = path.resolve(import.meta.dirname, '..');
const sheets = fs
  .readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css'))
  .toSorted((one, other) => one.localeCompare(other));

// The build splits the styles and loads the pieces in an order of its own; the first `@layer` that a browser meets
// decides which layer wins. So whichever piece comes first must already know the whole order.
test.each(sheets)('%s begins with the order of the layers and puts every rule into one', (sheet) => {
  const text = fs.readFileSync(path.join(src, sheet), 'utf8');
  expect(text.startsWith(order)).toBe(true);
  const outside = text
    .slice(order.length)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => /^\S/.test(line) && !/^(@layer (reset|tokens|base|components|features) \{|\})$/.test(line));
  expect(outside).toEqual([]);
});

test('there are style sheets to look at', () => expect(sheets.length).toBeGreaterThan(30));
