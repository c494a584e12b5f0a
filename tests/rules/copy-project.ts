import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrokenRule } from './broken-rule.ts';
import { placeOf } from './place.ts';

/** The committed and changed files of the project in a place of their own, with the installed packages. */
export function copyProject(root: string): string {
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'orchid-broken-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const name of listed.toString('utf8').split('\0')) {
    if (name === '' || name.startsWith('shots/') || !fs.existsSync(path.join(root, name))) continue;
    fs.mkdirSync(path.dirname(path.join(copy, name)), { recursive: true });
    fs.copyFileSync(path.join(root, name), path.join(copy, name));
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Makes one change in the copy; the answer undoes it. Throws where the words do not stand in the symbol exactly once. */
export function changeOnce(copy: string, change: Pick<BrokenRule, 'file' | 'symbol' | 'from' | 'to'>): () => void {
  const place = placeOf(copy, change);
  const file = path.join(copy, place.file);
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, `${text.slice(0, place.start)}${change.to}${text.slice(place.end)}`);
  return () => fs.writeFileSync(file, text);
}
