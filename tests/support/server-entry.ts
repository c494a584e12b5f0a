import fs from 'node:fs';
import path from 'node:path';
import { newestIn } from './newest-in.ts';

const root = path.join(import.meta.dirname, '../..');
const built = path.join(root, 'dist-server/main.js');
const sources = ['server.config.ts', 'package-lock.json', 'server', 'sync'].map((name) => path.join(root, name));

/** What `node` is given to start the server: as `npm start` does, and from its sources where what was built is older than they are. */
export function serverEntry(): readonly string[] {
  const isFresh = fs.existsSync(built) && fs.statSync(built).mtimeMs > Math.max(...sources.map(newestIn));
  return isFresh ? [built] : ['--import', 'tsx', path.join(root, 'server/main.ts')];
}
