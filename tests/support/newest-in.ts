import fs from 'node:fs';
import path from 'node:path';

/** When this file, or anything in this folder, was last changed. */
export function newestIn(file: string): number {
  const stat = fs.statSync(file);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return Math.max(stat.mtimeMs, ...fs.readdirSync(file).map((name) => newestIn(path.join(file, name))));
}
