import fs from 'node:fs';
import path from 'node:path';
import type { BrokenRule } from './broken-rule.ts';
import { symbolsIn } from './symbols.ts';

/** Where a change goes. */
export interface Place {
  /** From the root of the project. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

type Change = Pick<BrokenRule, 'file' | 'symbol' | 'from'>;

/**
 * Where the words of a change stand: in its symbol, however the lines are broken there; in its file, or wherever under the same
 * folder the symbol lives by now. Throws where they stand nowhere, or more than once.
 */
export function placeOf(root: string, change: Change): Place {
  const [folder = ''] = change.file.split('/');
  const isThere = fs.existsSync(path.join(root, change.file));
  const first = isThere ? placesIn(root, change.file, change) : [];
  const others = (): readonly Place[] => sourcesIn(root, folder).flatMap((file) => placesIn(root, file, change));
  const found = first.length > 0 ? first : others();
  const [place] = found;
  if (!place || found.length > 1)
    throw new Error(`${found.length} times in ${change.symbol} (${change.file}): ${change.from.trim()}`);
  return place;
}

function placesIn(root: string, file: string, { symbol, from }: Change): readonly Place[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8');
  const spans =
    symbol === ''
      ? [{ start: 0, end: text.length }]
      : text.includes(symbol.split('.').at(-1) ?? '')
        ? symbolsIn(file, text).filter(({ name }) => name === symbol)
        : [];
  return spans.flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(looselyBroken(from))].map((match) => ({
      file,
      start: start + match.index,
      end: start + match.index + match[0].length,
    })),
  );
}

/** The same words with any white space between them, with or without the comma before a closing bracket. */
function looselyBroken(words: string): RegExp {
  const tokens = words.match(/[\w$]+|[^\s\w$]/g) ?? [];
  let pattern = '';
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    if (before !== undefined) pattern += isWord(before) && isWord(token) ? '\\s+' : '\\s*';
    if (/[)\]}]/.test(token) && before !== ',') pattern += ',?\\s*';
    pattern += token.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`);
  }
  return new RegExp(pattern, 'g');
}

function isWord(token: string): boolean {
  return /^[\w$]+$/.test(token);
}

const sources = new Map<string, readonly string[]>();

function sourcesIn(root: string, folder: string): readonly string[] {
  const known = sources.get(`${root}/${folder}`);
  if (known) return known;
  const found = fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|deep)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  sources.set(`${root}/${folder}`, found);
  return found;
}
