import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registry } from '../../sync/collections/index.ts';

const folders = ['sync/core', 'sync/client', 'sync/store', 'sync/web'];
/** What the engine takes from the product: forms of ids and times, and, when a replica is opened, the list of everything. */
const shared = /collections\/(values|index)\.ts$/;

const sources = folders
  .flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }));

test('the engine names no collection and no change of the product', () => {
  const names = [...registry.collections.keys(), ...registry.mutators.keys()];
  // These are words of the engine's own as well: a message of a socket, the account of a device.
  const own = new Set(['account', 'message']);
  const named = sources.flatMap(({ file, text }) =>
    names.filter((name) => !own.has(name) && text.includes(`'${name}'`)).map((name) => `${file} names ${name}`),
  );
  expect(sources.length).toBeGreaterThan(100);
  expect(named).toEqual([]);
});

test('the engine imports nothing of the product but the forms of values and the list', () => {
  const imports = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import\()\s*'([^']*(?:collections|domain)\/[^']*)'/g)].map(([, to = '']) => ({
      file,
      to,
    })),
  );
  expect(imports.filter(({ to }) => !shared.test(to)).map(({ file, to }) => `${file} imports ${to}`)).toEqual([]);
  expect(imports.length).toBeGreaterThan(2);
});
