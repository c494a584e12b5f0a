import path from 'node:path';
import { expect, test } from 'vitest';
import { apartFromWorkers, inOneDirection, pagesAsNamed } from '../../chunks.config.ts';

interface Chunk {
  readonly name?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

/** What a check says of a build with these files, which consist of these modules; null where it lets it pass. */
function judge(
  check: () => { generateBundle?: unknown },
  files: Readonly<Record<string, Chunk>>,
  ids: readonly string[] = [],
): string | null {
  const bundle = Object.fromEntries(
    Object.entries(files).map(([file, chunk]) => [
      file,
      { type: 'chunk', name: file, isEntry: false, imports: [], dynamicImports: [], ...chunk },
    ]),
  );
  const build = {
    error: (words: string) => {
      throw new Error(words);
    },
    getModuleIds: () => ids.values(),
  };
  const { generateBundle } = check();
  if (typeof generateBundle !== 'function') throw new Error('it looks at no build');
  try {
    Reflect.apply(generateBundle, build, [{}, bundle]);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test.each([
  ['each imports the next', { a: { imports: ['b', 'c'] }, b: { imports: ['c'] }, c: {} }, null],
  ['a pair', { a: { imports: ['b'] }, b: { imports: ['a'] } }, 'files wait for each other: a → b → a'],
  [
    'a ring that is come upon from outside',
    { a: { imports: ['b'] }, b: { imports: ['c'] }, c: { imports: ['d'] }, d: { imports: ['b'] } },
    'files wait for each other: b → c → d → b',
  ],
  ['a pair of which one is asked for later', { a: { imports: ['b'] }, b: { dynamicImports: ['a'] } }, null],
])('files run after those that they import: %s', (_, files, said) => {
  expect(judge(inOneDirection, files)).toBe(said);
});

const worker = (file: string, chunk: Chunk) => ({ [file]: { ...chunk, name: 'sync.worker', isEntry: true } });
test.each([
  ['its own', { ...worker('w', { imports: ['engine'] }), engine: {} }, null],
  ['the page’s, at once', { ...worker('w', { imports: ['start'] }), start: {} }, 'sync.worker would load start'],
  [
    'the page’s, later and by way of another',
    { ...worker('w', { dynamicImports: ['engine'] }), engine: { imports: ['calendar'] }, calendar: {} },
    'sync.worker would load calendar',
  ],
])('a worker loads nothing of the page: %s', (_, files, said) => {
  expect(judge(apartFromWorkers, files)).toBe(said);
});

const pages = [
  'account/sign-in/sign-in-page.tsx',
  'member/member-home.tsx',
  'public/help-now.tsx',
  'pro/schedule/schedule-aside.tsx',
  'pro/schedule/schedule-page.tsx',
]
  .map((page) => `features/${page}`)
  .concat('app/dashboard-shell.tsx', 'app/passkey-offer.tsx', 'app/recovery-reminder.tsx')
  .map((page) => path.resolve('src', page));

test('the pages that shared files are laid for are there', () => {
  expect(judge(pagesAsNamed, {}, pages)).toBeNull();
});

test.each(pages)('a build without one of them ends: %s', (gone) => {
  const left = pages.filter((page) => page !== gone);
  const place = path.relative('.', gone);
  expect(place).toContain((judge(pagesAsNamed, {}, left) ?? 'nothing said').replace('no page lies there: ', ''));
});
