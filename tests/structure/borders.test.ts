import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, type Import } from './imports.ts';

const imports = importsOf(['src', 'worker']);

/** The layers of `src`, the lowest first: a file imports from its own layer and from those that stand before it. */
const layers = ['src/ui', 'src/lib', 'src/forms', 'src/model', 'src/features', 'src/app', 'src/first-paint'] as const;

const isIn = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);
const layerOf = (file: string): number => layers.findIndex((layer) => isIn(file, layer));
const said = ({ from, to }: Import): string => `${from} imports ${to}`;

/** The folder of a feature: `pro/notes`, `member`; undefined for what is no feature's. */
function featureOf(file: string): string | undefined {
  return isIn(file, 'src/features') ? path.dirname(path.relative('src/features', file)) : undefined;
}

test('the imports are found: lazy ones too, every one a file', () => {
  expect(imports.length).toBeGreaterThan(500);
  expect(imports.map(said)).toContain('src/features/pro/notes/routes.tsx imports src/features/pro/notes/note-page.tsx');
  expect(imports.filter(({ to }) => !fs.existsSync(to)).map(said)).toEqual([]);
});

test('no feature imports from another one: what two share stands in the model', () => {
  const crossing = imports.filter(({ from, to }) => {
    const [one, other] = [featureOf(from), featureOf(to)];
    return one !== undefined && other !== undefined && one !== other;
  });
  expect(crossing.map(said)).toEqual([]);
});

test.each(layers.map((layer, index) => [layer, layers.slice(index + 1)] as const))(
  '%s imports nothing from what stands above it (%s)',
  (layer, higher) => {
    const rising = imports.filter(({ from, to }) => isIn(from, layer) && higher.some((above) => isIn(to, above)));
    expect(rising.map(said)).toEqual([]);
  },
);

test('every folder of src is a layer, and only the entry and the router stand outside', () => {
  const outside = [...new Set(imports.map(({ from }) => from))].filter(
    (file) => isIn(file, 'src') && layerOf(file) === -1,
  );
  expect(outside.toSorted()).toEqual(['src/main.tsx', 'src/router.tsx']);
});

test('pages and workers meet at their entries only: the page starts them by address, and neither imports the other', () => {
  const mixed = imports.filter(
    ({ from, to }) => (isIn(from, 'src') && isIn(to, 'worker')) || (isIn(from, 'worker') && isIn(to, 'src')),
  );
  expect(mixed.map(said)).toEqual([]);
});

test('a screen that comes late comes by `lazyScreen`: the router’s own way loads the page anew where one is missing', () => {
  const sources = fs.readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const direct = sources.filter((name) =>
    fs.readFileSync(path.join('src', name), 'utf8').includes('lazyRouteComponent'),
  );
  expect(direct).toEqual(['lib/lazy-screen.ts']);
});
