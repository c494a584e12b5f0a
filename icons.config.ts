import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const library = 'lucide-react';
const taken = /^import \{([^}]*)\} from 'lucide-react';/gm;
const offered = /^export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs';/gm;

/**
 * Each icon is taken from its own file. Through the library's index every page imports every icon as far as the graph of modules knows,
 * and those of later screens would be drawn into the first file that a visitor fetches (5 kB of gzip).
 */
export function iconsByFile(): Plugin {
  const files = new Map<string, string>();
  return {
    name: 'icons-by-file',
    apply: 'build',
    enforce: 'pre',
    buildStart: () => {
      const index = readFileSync(fileURLToPath(import.meta.resolve(`${library}/dist/esm/lucide-react.mjs`)), 'utf8');
      for (const [, names = '', file = ''] of index.matchAll(offered))
        for (const name of names.matchAll(/default as (\w+)/g)) files.set(name[1] ?? '', file);
    },
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: library },
      handler(code) {
        const changed = code.replace(taken, (_whole, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '')
            .map((name) => importOf(name, files))
            .join(' '),
        );
        return { code: changed, map: null };
      },
    },
  };
}

function importOf(name: string, files: ReadonlyMap<string, string>): string {
  if (name.startsWith('type ')) return `import type { ${name.slice('type '.length)} } from '${library}';`;
  const [icon = '', , local = icon] = name.split(' ');
  const file = files.get(icon);
  // Taken from the index after all, it would bring all of them along unseen.
  if (file === undefined) throw new Error(`${library} has no icon ${icon}`);
  return `import ${local} from '${library}/icons/${file}';`;
}
