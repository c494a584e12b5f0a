import type { Plugin } from 'vite';
import { sodiumFunctions } from './sync/core/sodium.ts';

/** How long keys and texts are, asked for by the functions that stay: a few bytes each. */
const lengths = /_\w*bytes(_min|_max)?$/;
/** What every browser that the app runs in has, and the shipped module is compiled for. */
const features = ['MutableGlobals', 'NontrappingFPToInt', 'SignExt', 'BulkMemory', 'BulkMemoryOpt'] as const;

/** What the library itself calls, in its self-test too. */
const always = ['sodium_init', 'malloc', 'free', 'crypto_secretbox_easy', 'crypto_secretbox_open_easy'];

/** `exports.x` under the name of its function, as the module's glue hands it out. */
const handedOut = /\._(\w+)=\w+\.([\w$]+)/g;
const encoded = /"(AGFzbQ[A-Za-z0-9+/=]+)"/;

/**
 * libsodium as it is shipped, without the functions that the app does not call: 56 of 151 kB gzip. What stays is its own machine code,
 * unchanged: nothing is optimized anew, so what takes the same time for every key still does.
 */
export function sodiumInUse(): Plugin {
  let isDone = false;
  return {
    name: 'sodium-in-use',
    apply: 'build',
    transform: {
      filter: { id: /\/libsodium\/dist\/modules-esm\/libsodium\.mjs$/ },
      handler: async (code) => {
        isDone = true;
        return { code: await withoutUnused(code), map: null };
      },
    },
    generateBundle(_options, bundle) {
      const isTaken = Object.values(bundle).some(
        (file) => file.type === 'chunk' && file.moduleIds.some((id) => id.includes('/libsodium/')),
      );
      if (isTaken && !isDone) this.error('libsodium lies elsewhere than it did, and would be shipped whole');
    },
  };
}

/** @throws Where the module looks otherwise than it did: what is dropped must be known, and nothing else may be. */
export async function withoutUnused(code: string): Promise<string> {
  const text = encoded.exec(code)?.[1];
  if (text === undefined) throw new Error('libsodium has no machine code where it had');
  const exports = new Map([...code.matchAll(handedOut)].map(([, name = '', short = '']) => [short, name]));
  const names = new Set(exports.values());
  const used = new Set<string>([...always, ...sodiumFunctions.filter((name) => name !== 'memcmp')]);
  const missing = [...used].filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`libsodium has no ${missing.join(', ')}`);
  const bytes = await shaken(Buffer.from(text, 'base64'), (short) => {
    const name = exports.get(short);
    return name === undefined || used.has(name) || lengths.test(name);
  });
  const small = Buffer.from(bytes).toString('base64');
  return countsOf(small).reduce(
    (changed, count, index) => replacedOnce(changed, `${countsOf(text)[index]}`, `${count}`),
    code.replace(text, small),
  );
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
