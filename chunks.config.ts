import path from 'node:path';
import type { Plugin } from 'vite';

const root = import.meta.dirname;

/** What is loaded as a whole: the page, and the workers beside it. */
const wholes = {
  page: 'src/main.tsx',
  sync: 'worker/sync.worker.ts',
  argon2: 'worker/argon2.worker.ts',
} as const;
type Whole = keyof typeof wholes;

interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** What a first visit fetches at once, in few files: on a slow line each costs a round trip. */
const sets: ReadonlyMap<string, readonly Whole[]> = new Map([
  // Closed towards what they import, and so in this order: no file draws in what another one holds.
  ['common', ['page', 'sync', 'argon2']],
  ['engine', ['page', 'sync']],
  ['keys', ['page', 'argon2']],
  ['start', ['page']],
]);

interface FirstGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null;
  readonly debugName: string;
  readonly priority: number;
  readonly includeDependenciesRecursively?: boolean;
}

/** What somebody who registers needs beside the page: one file, which holds what other forms share too. */
const registering = 'src/features/account/register/professional-register.tsx';
const formsName = 'forms';

/** One group for each set of wholes that load a module without being asked; the order of `sets` is their priority. */
export function firstChunks(): { readonly groups: FirstGroup[] } {
  let found: ReadonlyMap<Whole, ReadonlySet<string>> | null = null;
  let forms: ReadonlySet<string> | null = null;
  const names = [...sets.keys()];
  const wholesWith = (id: string, graph: ModuleGraph): readonly Whole[] => {
    found ??= reachable(graph);
    return [...found].flatMap(([whole, ids]) => (ids.has(id) ? [whole] : []));
  };
  return {
    groups: [
      ...names.map((name, index): FirstGroup => {
        const wanted = sets.get(name) ?? [];
        return {
          debugName: name,
          priority: names.length - index,
          name: (id, graph) => (isSame(wholesWith(id, graph), wanted) ? name : null),
        };
      }),
      {
        debugName: formsName,
        priority: 0,
        name: (id, graph) => {
          forms ??= importedBy(path.join(root, registering), graph);
          return forms.has(id) && wholesWith(id, graph).length === 0 ? formsName : null;
        },
        // What they import is also a worker's: drawn in here, it would take the page along.
        includeDependenciesRecursively: false,
      },
    ],
  };
}

function isSame(one: readonly Whole[], other: readonly Whole[]): boolean {
  return one.length === other.length && one.every((whole) => other.includes(whole));
}

function reachable(graph: ModuleGraph): ReadonlyMap<Whole, ReadonlySet<string>> {
  const entries = Object.entries(wholes) as [Whole, string][];
  return new Map(entries.map(([whole, file]) => [whole, importedBy(path.join(root, file), graph)]));
}

/** A module, and whatever it imports without being asked. */
function importedBy(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const ids = new Set([entry]);
  for (const id of ids) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(next);
  return ids;
}

/** Ends a build in which a worker would load what is the page's alone: there is no document, and it would die of it. */
export function apartFromWorkers(): Plugin {
  return {
    name: 'apart-from-workers',
    generateBundle(_options, bundle) {
      const loads = (file: string, seen: Set<string>): Set<string> => {
        const chunk = bundle[file];
        if (seen.has(file) || chunk?.type !== 'chunk') return seen;
        seen.add(file);
        for (const next of chunk.imports) loads(next, seen);
        return seen;
      };
      const pagesOwn = new Set(['start', formsName]);
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry || !chunk.name.endsWith('.worker')) continue;
        const wrong = [...loads(file, new Set())].filter((one) => pagesOwn.has(bundle[one]?.name ?? ''));
        if (wrong.length > 0) this.error(`${chunk.name} would load ${wrong.join(', ')}`);
      }
    },
  };
}
