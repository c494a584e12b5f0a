import type { Plugin } from 'vite';
import { sodiumFunctions } from './sync/core/sodium.ts';

/** How long keys and texts are of a family of functions, asked for by those that stay. */
const length = /^(\w+)_[a-z]*bytes(_min|_max)?$/;
/** What every browser that the app runs in has, and the shipped module is compiled for. */
const features = ['MutableGlobals', 'NontrappingFPToInt', 'SignExt', 'BulkMemory', 'BulkMemoryOpt'] as const;

/** Handed out by the wrappers under this name, and written in them: the machine has none of it. */
const ofWrappers: readonly string[] = ['memcmp'];
const called = sodiumFunctions.filter((name) => !ofWrappers.includes(name));
/** By which the library tests itself when it starts, and the lengths that it asks for then. */
const selfTest = ['crypto_secretbox_easy', 'crypto_secretbox_open_easy'];
const selfTestLengths = ['crypto_secretbox_KEYBYTES', 'crypto_secretbox_NONCEBYTES'];
const wrapped: readonly string[] = [...called, ...selfTest];
const used: ReadonlySet<string> = new Set(['sodium_init', 'malloc', 'free', ...wrapped]);
const isKept = (name: string): boolean => {
  const family = length.exec(name)?.[1];
  return family === undefined ? used.has(name) : [...used].some((one) => `${one}_`.startsWith(`${family}_`));
};

/** `exports.x` under the name of its function, as the module's glue hands it out. */
const handedOut = /\w+\._(\w+)=\w+\.([\w$]+),/g;
const encoded = /"(AGFzbQ[A-Za-z0-9+/=]+)"/;

const machine = /\/libsodium\/dist\/modules-esm\/libsodium\.mjs$/;
const wrappers = /\/libsodium-wrappers\/dist\/modules-esm\/libsodium-wrappers\.mjs$/;

/**
 * libsodium as it is shipped, without the functions that the app does not call: 68 of 151 kB gzip. What stays is its own machine code and
 * its own wrappers, unchanged: nothing is optimized anew, so what takes the same time for every key still does.
 */
export function sodiumInUse(): Plugin {
  const done = { machine: false, wrappers: false };
  return {
    name: 'sodium-in-use',
    apply: 'build',
    transform: {
      filter: { id: [machine, wrappers] },
      handler: async (code, id) => {
        const part = machine.test(id) ? 'machine' : 'wrappers';
        done[part] = true;
        return { code: part === 'machine' ? await withoutUnused(code) : withoutUnusedWrappers(code), map: null };
      },
    },
    generateBundle(_options, bundle) {
      const isTaken = Object.values(bundle).some(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => /\/libsodium(-wrappers)?\//.test(id)),
      );
      if (isTaken && !(done.machine && done.wrappers))
        this.error('libsodium lies elsewhere than it did, and would be shipped whole');
    },
  };
}

/** @throws Where the module looks otherwise than it did: what is dropped must be known, and nothing else may be. */
export async function withoutUnused(code: string): Promise<string> {
  const text = encoded.exec(code)?.[1];
  if (text === undefined) throw new Error('libsodium has no machine code where it had');
  const exports = new Map([...code.matchAll(handedOut)].map(([, name = '', short = '']) => [short, name]));
  const names = new Set(exports.values());
  const missing = [...used].filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`libsodium has no ${missing.join(', ')}`);
  const bytes = await shaken(Buffer.from(text, 'base64'), (short) => {
    const name = exports.get(short);
    return name === undefined || isKept(name);
  });
  const small = Buffer.from(bytes).toString('base64');
  return countsOf(small)
    .reduce(
      (changed, count, index) => replacedOnce(changed, `${countsOf(text)[index]}`, `${count}`),
      code.replace(text, small),
    )
    .replaceAll(handedOut, (all, name: string) => (isKept(name) ? all : ''));
}

/** Two lists of the same length: the functions' names, and the functions. */
const functionLists = /=\[((?:"\w+",)+"\w+")\],(\w+)=\[((?:[\w$]+,)+[\w$]+)\]/g;
/** The lengths' names. */
const lengthLists = /=\[((?:"\w+",)*"crypto_secretbox_KEYBYTES"(?:,"\w+")*)\]/g;

/**
 * The wrappers, handing out the functions that are called: a bundler leaves out what nothing names any more.
 *
 * @throws As `withoutUnused`.
 */
export function withoutUnusedWrappers(code: string): string {
  const [all, quoted = '', values = '', listed = ''] = onlyOne(code, functionLists);
  const names = unquoted(quoted);
  const functions = listed.split(',');
  if (names.length !== functions.length)
    throw new Error(`libsodium has ${names.length} names for ${functions.length} functions`);
  const [lengthsList, quotedLengths = ''] = onlyOne(code, lengthLists);
  const known = new Set([...names, ...unquoted(quotedLengths)]);
  const missing = [...wrapped, ...selfTestLengths].filter((name) => !known.has(name));
  if (missing.length > 0) throw new Error(`libsodium wraps no ${missing.join(', ')}`);
  const kept = wrapped.map((name) => functions[names.indexOf(name)] ?? '');
  return code
    .replace(all, () => `=${inQuotes(wrapped)},${values}=[${kept.join(',')}]`)
    .replace(lengthsList, () => `=${inQuotes(selfTestLengths)}`);
}

const unquoted = (list: string): readonly string[] => list.split(',').map((name) => name.slice(1, -1));
const inQuotes = (names: readonly string[]): string => `[${names.map((name) => `"${name}"`).join(',')}]`;

function onlyOne(code: string, pattern: RegExp): RegExpMatchArray {
  const [found, ...others] = code.matchAll(pattern);
  if (!found || others.length > 0) throw new Error('libsodium hands out its functions otherwise than it did');
  return found;
}

/** The module without the exports that are not kept, and without what only those need. */
async function shaken(bytes: Uint8Array, isKept: (name: string) => boolean): Promise<Uint8Array> {
  // Asked for by a build alone: it is a program of some megabytes.
  const { default: binaryen } = await import('binaryen');
  const module = binaryen.readBinary(bytes);
  module.setFeatures(features.reduce<number>((all, name) => all | binaryen.Features[name], 0));
  try {
    const exported = Array.from(
      { length: module.getNumExports() },
      (_, index) => binaryen.getExportInfo(module.getExportByIndex(index)).name,
    );
    for (const name of exported) if (!isKept(name)) module.removeExport(name);
    module.runPasses(['remove-unused-module-elements']);
    if (!module.validate()) throw new Error('libsodium does not hold together any more');
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}

/** The numbers by which the glue decodes the text: its letters, the last two of them, the bytes before padding. */
const countsOf = (text: string): readonly number[] => [
  text.length,
  text.length - 2,
  text.length - 1,
  (text.length / 4) * 3,
];

function replacedOnce(code: string, from: string, to: string): string {
  const parts = code.split(from);
  if (parts.length !== 2)
    throw new Error(`libsodium's glue counts otherwise: ${from} stands there ${parts.length - 1} times`);
  return parts.join(to);
}
