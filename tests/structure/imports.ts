import fs from 'node:fs';
import path from 'node:path';

/** One file that names another one of the repository; both from its root. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

/** Every file that the sources below these folders import by a relative path: static, lazy and re-exported; tests are left out. */
export function importsOf(folders: readonly string[]): readonly Import[] {
  return folders
    .flatMap((folder) =>
      fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
    )
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
    .flatMap((from) =>
      [...fs.readFileSync(from, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)].map(([, named = '']) => ({
        from,
        to: path.join(path.dirname(from), named),
      })),
    );
}
