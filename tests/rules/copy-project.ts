import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

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

/** Makes one change in the copy; the answer undoes it. Throws where the text does not stand there exactly once. */
export function changeOnce(copy: string, change: { file: string; from: string; to: string }): () => void {
  const file = path.join(copy, change.file);
  const text = fs.readFileSync(file, 'utf8');
  const count = text.split(change.from).length - 1;
  if (count !== 1) throw new Error(`${count} times in ${change.file}: ${change.from}`);
  fs.writeFileSync(
    file,
    text.replace(change.from, () => change.to),
  );
  return () => fs.writeFileSync(file, text);
}
