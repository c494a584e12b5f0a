import fs from 'node:fs';
import path from 'node:path';

/** At most so many imports lie between a file and a test that judges it. */
const mostSteps = 7;

/** Tests that bear the name of a file which imports it over so many steps come first. */
const namedSteps = 2;

/** And so many test files are run, the nearest first. */
const mostTests = 60;

/** The simulated world judges what it runs, whoever imports it. */
export const worldTest = 'tests/simulation/simulation.test.ts';

/** Which files import which, read from their text; what a test names by its path from the root, a command that it runs, counts as imported. */
export class ImportGraph {
  readonly #importers = new Map<string, Set<string>>();

  /** `files`: paths from the root. */
  constructor(root: string, files: readonly string[]) {
    const known = new Set(files);
    for (const file of files) {
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      for (const [, from = ''] of text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
        const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), from));
        if (known.has(target)) this.#importersOf(target).add(file);
      }
      if (!/\.test\.tsx?$/.test(file)) continue;
      for (const [, named = ''] of text.matchAll(/'((?:server|sync|src|worker)\/[^']+\.tsx?)'/g))
        if (known.has(named)) this.#importersOf(named).add(file);
    }
  }

  /**
   * The tests of a file's neighbourhood: those that import it themselves, those that bear its name or that of a file which imports it
   * (a route is judged by its own tests, which reach it through a whole server), those beside it that come to run it, then the others,
   * nearest first.
   */
  testsOf(file: string): readonly string[] {
    const distance = new Map([[file, 0]]);
    let edge: readonly string[] = [file];
    for (let steps = 1; steps <= mostSteps; steps += 1) {
      edge = edge.flatMap((one) => [...this.#importersOf(one)]).filter((one) => !distance.has(one));
      for (const one of edge) distance.set(one, steps);
    }
    const folder = path.posix.dirname(file);
    const named = new Set(
      [...distance]
        .filter(([, steps]) => steps <= namedSteps)
        .map(([one]) => one.replace(/\.tsx?$/, ''))
        .flatMap((one) => [`${one}.test.ts`, `${one}.test.tsx`]),
    );
    const orderOf = (one: string, steps: number): number => {
      const isBeside = path.posix.dirname(one) === folder;
      if (steps === 1) return isBeside ? -mostSteps - 1 : -mostSteps;
      if (named.has(one)) return steps - mostSteps;
      return isBeside ? steps : steps + mostSteps;
    };
    const near = [...distance]
      .filter(([one]) => /\.test\.tsx?$/.test(one) && one !== worldTest)
      .map(([one, steps]) => ({ one, order: orderOf(one, steps) }))
      .sort((a, b) => a.order - b.order || (a.one < b.one ? -1 : 1))
      .map(({ one }) => one);
    const isInWorld = file.startsWith('sync/') || file.startsWith('server/');
    return [...near.slice(0, mostTests), ...(isInWorld ? [worldTest] : [])];
  }

  #importersOf(file: string): Set<string> {
    const found = this.#importers.get(file) ?? new Set();
    this.#importers.set(file, found);
    return found;
  }
}
