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
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null;
}

/** What a first visit fetches at once, in few files: on a slow line each costs a round trip. */
const sets: ReadonlyMap<string, readonly Whole[]> = new Map([
  // Closed towards what they import, and so in this order: no file draws in what another one holds.
  ['common', ['page', 'sync', 'argon2']],
  ['engine', ['page', 'sync']],
  ['keys', ['page', 'argon2']],
  ['start', ['page']],
]);

/** By which pages a module is asked for: left to itself, each set of pages has a file of its own, however small. */
interface Layer {
  readonly name: string;
  /** All of it holds. */
  readonly asked: readonly Asked[];
}

/** So many of the pages that lie here ask for it. */
interface Asked {
  readonly pages: number;
  readonly of: readonly string[];
}

/** Pages of somebody who is not signed in, and a client's. */
const outside: Asked = { pages: 2, of: ['src/features/account/', 'src/features/member/', 'src/features/public/'] };
/** What stands around every page of somebody who is signed in. */
const frame: Asked = {
  pages: 1,
  of: ['src/app/dashboard-shell.tsx', 'src/app/passkey-offer.tsx', 'src/app/recovery-reminder.tsx'],
};
/** The page that a clinician opens first, and what it draws by itself. */
const calendar: Asked = {
  pages: 1,
  of: ['src/features/pro/schedule/schedule-aside.tsx', 'src/features/pro/schedule/schedule-page.tsx'],
};
const first: Asked = { pages: 1, of: [...frame.of, ...calendar.of] };
const any = (pages: number): Asked => ({ pages, of: ['src/'] });

/**
 * What is opened first brings no more along than it wants. A module is asked for by every page that asks for what imports it: each layer
 * is closed towards what it imports, by itself and those before it, and no two files wait for each other.
 */
const layers: readonly Layer[] = [
  { name: 'everybody', asked: [outside, first] },
  { name: 'outside', asked: [outside] },
  { name: 'frame', asked: [frame, any(2)] },
  { name: 'practice', asked: [calendar, any(4)] },
  { name: 'calendar', asked: [calendar, any(2)] },
  { name: 'several', asked: [any(3)] },
];

const isIn = (id: string, place: string): boolean => id.startsWith(path.join(root, place));
const isAsked = (asking: readonly string[], { pages, of }: Asked): boolean =>
  asking.filter((page) => of.some((place) => isIn(page, place))).length >= pages;
const layerOf = (asking: readonly string[]): Layer | undefined =>
  layers.find(({ asked }) => asked.every((one) => isAsked(asking, one)));

/**
 * What both the sync worker and some page ask for: the shapes and rules of records, forty small modules of which a start wanted nearly
 * all, twice. In two files, so that somebody who has not signed in waits for no more than those pages, and what they share, want.
 */
const recordsNames = { open: 'records-open', rest: 'records' } as const;
/** All of them at once, behind a dynamic import that only a signed-in device takes (`open-replica.ts`). */
const registry = 'sync/collections/index.ts';
const signedOut = /\/src\/features\/(account|public)\//;

interface FirstGroup {
  readonly name: (id: string, graph: ModuleGraph) => string | null;
  readonly debugName: string;
  readonly priority: number;
  readonly includeDependenciesRecursively?: boolean;
}

/** What somebody who registers needs beside the page: one file, which holds what other forms share too. */
const registering = 'src/features/account/register/professional-register.tsx';
const formsNames = { all: 'forms', open: 'forms-open' } as const;
/** What pages without a form ask for does not bring the form library along, nor what only pages with one want. */
const ofForms = (name: string): string => `${name}-forms`;
const formLibrary = /\/react-hook-form\//;

/** One group for each set of wholes that load a module without being asked; the order of `sets` is their priority. */
export function firstChunks(): { readonly groups: FirstGroup[] } {
  let found: ReadonlyMap<Whole, ReadonlySet<string>> | null = null;
  let forms: ReadonlySet<string> | null = null;
  let pages: ReadonlyMap<string, readonly string[]> | null = null;
  let askers: ReadonlyMap<string, readonly string[]> | null = null;
  let formPages: ReadonlySet<string> | null = null;
  const names = [...sets.keys()];
  const wholesWith = (id: string, graph: ModuleGraph): readonly Whole[] => {
    found ??= reachable(graph);
    return [...found].flatMap(([whole, ids]) => (ids.has(id) ? [whole] : []));
  };
  const isOfForms = (id: string, graph: ModuleGraph): boolean => {
    askers ??= askersOf(graph);
    formPages ??= new Set([...askers].flatMap(([one, asking]) => (formLibrary.test(one) ? asking : [])));
    return (askers.get(id) ?? []).every((page) => formPages?.has(page));
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
        debugName: recordsNames.rest,
        priority: 0.5,
        name: (id, graph) => {
          askers ??= askersOf(graph);
          const asking = (askers.get(id) ?? []).filter((page) => page !== path.join(root, registry));
          const isRule = id.startsWith(path.join(root, 'sync'));
          if (!isRule || asking.length === 0 || !isSame(wholesWith(id, graph), ['sync'])) return null;
          const isOpen = asking.some((page) => signedOut.test(page)) || isAsked(asking, outside);
          return isOpen ? recordsNames.open : recordsNames.rest;
        },
        includeDependenciesRecursively: false,
      },
      {
        debugName: formsNames.all,
        priority: 0,
        name: (id, graph) => {
          forms ??= importedBy(path.join(root, registering), graph);
          if (!forms.has(id) || wholesWith(id, graph).length > 0) return null;
          return isOfForms(id, graph) ? formsNames.all : formsNames.open;
        },
        // What they import is also a worker's: drawn in here, it would take the page along.
        includeDependenciesRecursively: false,
      },
      {
        debugName: 'layers',
        priority: -1,
        name: (id, graph) => {
          forms ??= importedBy(path.join(root, registering), graph);
          pages ??= pagesOf(graph);
          if (forms.has(id) || wholesWith(id, graph).length > 0) return null;
          const name = layerOf(pages.get(id) ?? [])?.name;
          return name === undefined ? null : isOfForms(id, graph) ? ofForms(name) : name;
        },
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

/** The pages that ask for a module, each loaded when it is opened. */
function askersOf(graph: ModuleGraph): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const pages = new Set([path.join(root, wholes.page)]);
  for (const page of pages) {
    for (const id of importedBy(page, graph)) {
      found.set(id, [...(found.get(id) ?? []), page]);
      for (const next of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) pages.add(next);
    }
  }
  return found;
}

/** The same without what a worker may ask for. */
function pagesOf(graph: ModuleGraph): ReadonlyMap<string, readonly string[]> {
  const found = askersOf(graph);
  const workers = new Set([path.join(root, wholes.sync), path.join(root, wholes.argon2)]);
  for (const worker of workers) {
    for (const id of importedBy(worker, graph)) {
      found.delete(id);
      for (const next of graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []) workers.add(next);
    }
  }
  return found;
}

/** A module, and whatever it imports without being asked. */
function importedBy(entry: string, graph: ModuleGraph): ReadonlySet<string> {
  const ids = new Set([entry]);
  for (const id of ids) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) ids.add(next);
  return ids;
}

/** Ends a build in which files wait for each other: one of them would run before what it names is there. */
export function inOneDirection(): Plugin {
  return {
    name: 'in-one-direction',
    generateBundle(_options, bundle) {
      const done = new Set<string>();
      const follow = (file: string, way: readonly string[]): void => {
        if (way.includes(file))
          this.error(`files wait for each other: ${[...way.slice(way.indexOf(file)), file].join(' → ')}`);
        const chunk = bundle[file];
        if (done.has(file) || chunk?.type !== 'chunk') return;
        for (const next of chunk.imports) follow(next, [...way, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) follow(file, []);
    },
  };
}

/** Ends a build in which what a layer is named for is not there any more: all that it holds would lie with others, and nobody would see it. */
export function pagesAsNamed(): Plugin {
  return {
    name: 'pages-as-named',
    generateBundle() {
      const ids = [...this.getModuleIds()];
      const places = new Set(layers.flatMap(({ asked }) => asked.flatMap(({ of }) => of)));
      const lost = [...places].filter((place) => !ids.some((id) => isIn(id, place)));
      if (lost.length > 0) this.error(`no page lies there: ${lost.join(', ')}`);
    },
  };
}

/** Ends a build in which a worker would load, at once or later, what is the page's alone: there is no document, and it would die of it. */
export function apartFromWorkers(): Plugin {
  return {
    name: 'apart-from-workers',
    generateBundle(_options, bundle) {
      const loads = (file: string, seen: Set<string>): Set<string> => {
        const chunk = bundle[file];
        if (seen.has(file) || chunk?.type !== 'chunk') return seen;
        seen.add(file);
        for (const next of [...chunk.imports, ...chunk.dynamicImports]) loads(next, seen);
        return seen;
      };
      const pagesOwn = new Set([
        'start',
        ...Object.values(formsNames),
        ...layers.flatMap(({ name }) => [name, ofForms(name)]),
      ]);
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry || !chunk.name.endsWith('.worker')) continue;
        const wrong = [...loads(file, new Set())].filter((one) => pagesOwn.has(bundle[one]?.name ?? ''));
        if (wrong.length > 0) this.error(`${chunk.name} would load ${wrong.join(', ')}`);
      }
    },
  };
}
