import fs from 'node:fs';
import path from 'node:path';

/** The content of a file, or the names in a directory, are on the disk when this returns. */
export function syncToDisk(place: string): void {
  const handle = fs.openSync(place, 'r');
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

/** Every file that lies directly in a directory is on the disk, and so are their names. */
export function syncDirectory(dir: string): void {
  for (const name of fs.readdirSync(dir)) syncToDisk(path.join(dir, name));
  syncToDisk(dir);
}
