import fs from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** A type assertion of the product; `as const` is none, since it claims nothing. */
interface Cast {
  readonly file: string;
  readonly line: number;
  /** What is claimed to be of another type, as it stands in the source. */
  readonly of: string;
}

const folders = ['sync', 'server', 'src', 'worker'] as const;
const perThousandLines = 3;

function sourcesOf(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|deep|d)\.tsx?$|\/testing\//.test(file));
}

function castsIn(file: string): readonly Cast[] {
  const text = fs.readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  expect(errors, file).toEqual([]);
  const casts: Cast[] = [];
  new Visitor({
    TSAsExpression({ expression, typeAnnotation, start }) {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) === 'const') return;
      casts.push({
        file,
        line: text.slice(0, start).split('\n').length,
        of: text.slice(expression.start, expression.end),
      });
    },
  }).visit(program);
  return casts;
}

const files = new Map(folders.map((folder) => [folder, sourcesOf(folder)]));
const casts = new Map(folders.map((folder) => [folder, (files.get(folder) ?? []).flatMap(castsIn)]));
const all = [...casts.values()].flat();

test('casts are found where they stand', () => {
  expect(all.map(({ file }) => file)).toContain('sync/core/facts.ts');
});

test.each(folders)(`%s has at most ${perThousandLines} casts per 1,000 lines`, (folder) => {
  const lines = (files.get(folder) ?? []).reduce(
    (sum, file) => sum + fs.readFileSync(file, 'utf8').split('\n').length,
    0,
  );
  expect((casts.get(folder) ?? []).length).toBeLessThanOrEqual(Math.ceil((lines / 1_000) * perThousandLines));
});

test('nothing from disk or wire is claimed to be of a type: a schema says so', () => {
  const outer = all.filter(({ of }) => /JSON\.parse|\.json\(\)|\.m$|\.data$|^\(?await /.test(of));
  expect(outer.map(({ file, line, of }) => `${file}:${line} ${of}`)).toEqual([]);
});
