import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { newestIn } from '../../support/newest-in.ts';

const sources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'src',
  'worker',
  'sync',
  'public',
  'tests/support/unsealed-row-sealer.ts',
];
const buildsDir = path.resolve('.cache/unsealed');

/**
 * The app with sealing off: another build, which only tests make, for positive controls. No such switch is in the shipped one.
 * Made once for as long as its sources stand as they do; answers its folder.
 */
export function buildUnsealed(): string {
  const dist = path.join(buildsDir, String(Math.floor(Math.max(...sources.map(newestIn)))));
  if (fs.existsSync(dist)) return dist;
  for (const old of fs.existsSync(buildsDir) ? fs.readdirSync(buildsDir) : [])
    if (!old.startsWith(path.basename(dist))) fs.rmSync(path.join(buildsDir, old), { recursive: true, force: true });
  const part = `${dist}.${process.pid}`;
  execFileSync('npx', ['vite', 'build', '--mode', 'unsealed', '--outDir', part, '--logLevel', 'error']);
  // Two files may want it at once: the second finds that it is there.
  if (fs.existsSync(dist)) fs.rmSync(part, { recursive: true });
  else fs.renameSync(part, dist);
  return dist;
}
