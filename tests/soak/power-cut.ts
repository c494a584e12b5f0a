import fs from 'node:fs';
import path from 'node:path';
import { assert } from '../../sync/core/assert.ts';
import type { seededRandom } from '../../sync/testing/builders.ts';
import { makeFrame, readWalFile, type Wal } from './wal-tail.ts';

type Seeded = ReturnType<typeof seededRandom>;

/** What a power cut may leave of writes that were under way; all of it after the last commit. */
export const tearKinds = [
  /** What follows the last commit never reached the disk, or only its beginning did. */
  'cut',
  /** One frame of a transaction was being written. */
  'part of a frame',
  /** Whole frames of a transaction that had not come to its commit. */
  'no commit',
  /** A commit frame, but a sector of the transaction is not what was written: its sync had not returned. */
  'torn commit',
  /** A checkpoint was copying a page from the log into the database. */
  'torn checkpoint',
] as const;
export type TearKind = (typeof tearKinds)[number];

const sectorBytes = 512;

/**
 * Does to the files of a dead server what a power cut could do, and no more: bytes up to the last commit frame stay as
 * they are, which it checks. Answers what it did; null where there is nothing of the kind to tear.
 */
export function tear(dataDir: string, kind: TearKind, random: Seeded): TearKind | null {
  const walFile = path.join(dataDir, 'orchid.db-wal');
  const found = readWalFile(walFile);
  if (!found) return null;
  const { bytes: before, wal } = found;
  const isDone = carryOut(dataDir, { kind, random, wal, bytes: before });
  const after = readWalFile(walFile);
  assert(after?.wal.committedEnd === wal.committedEnd, 'a tear leaves every commit');
  assert(
    before.subarray(0, wal.committedEnd).equals(after.bytes.subarray(0, wal.committedEnd)),
    'a tear touches nothing before the last commit',
  );
  return isDone ? kind : null;
}

interface Tear {
  readonly kind: TearKind;
  readonly random: Seeded;
  readonly wal: Wal;
  readonly bytes: Buffer;
}

function carryOut(dataDir: string, options: Tear): boolean {
  const { kind, random, wal, bytes } = options;
  const walFile = path.join(dataDir, 'orchid.db-wal');
  switch (kind) {
    case 'cut': {
      const tail = bytes.length - wal.committedEnd;
      if (tail > 0) fs.truncateSync(walFile, wal.committedEnd + random.below(tail));
      return tail > 0;
    }
    case 'part of a frame': {
      const [frame] = framesAfter(options, { count: 1, commits: false });
      if (frame) writeAt(walFile, frame.subarray(0, 1 + random.below(frame.length - 1)), wal.committedEnd);
      return true;
    }
    case 'no commit': {
      const frames = framesAfter(options, { count: 1 + random.below(5), commits: false });
      writeAt(walFile, Buffer.concat(frames), wal.committedEnd);
      return true;
    }
    case 'torn commit': {
      const whole = Buffer.concat(framesAfter(options, { count: 1 + random.below(5), commits: true }));
      // Sectors lie in the file, not in the frame: the first one that begins after the last commit, or a later one.
      const first = (sectorBytes - (wal.committedEnd % sectorBytes)) % sectorBytes;
      const sectors = Math.floor((whole.length - first) / sectorBytes);
      const at = first + random.below(sectors) * sectorBytes;
      whole.set(random.bytes(sectorBytes), at);
      writeAt(walFile, whole, wal.committedEnd);
      return true;
    }
    case 'torn checkpoint': {
      const dbFile = path.join(dataDir, 'orchid.db');
      const dbPages = Math.floor(fs.statSync(dbFile).size / wal.pageSize);
      // Page 1 tells the page size before the log is looked at: a disk that tears it within its first 100 bytes is not meant.
      const pages = [...wal.pages].filter((page) => page > 1 && page <= dbPages);
      const page = pages[random.below(pages.length)];
      if (page === undefined) return false;
      const sector = random.below(wal.pageSize / sectorBytes);
      writeAt(dbFile, Buffer.from(random.bytes(sectorBytes)), (page - 1) * wal.pageSize + sector * sectorBytes);
      return true;
    }
  }
}

/** Frames as SQLite would have gone on writing, with pages of rubbish: were they taken, the database would break. */
function framesAfter(
  { wal, random }: Pick<Tear, 'wal' | 'random'>,
  wanted: { readonly count: number; readonly commits: boolean },
): readonly Buffer[] {
  const frames: Buffer[] = [];
  let { sum } = wal;
  const dbPages = Math.max(wal.dbPages, 2);
  for (let index = 0; index < wanted.count; index += 1) {
    const isLast = index === wanted.count - 1;
    const content = random.bytes(wal.pageSize);
    const page = 1 + random.below(dbPages);
    const made = makeFrame({ ...wal, sum }, { page, dbPages: wanted.commits && isLast ? dbPages : 0, content });
    frames.push(made.bytes);
    sum = made.sum;
  }
  return frames;
}

function writeAt(file: string, bytes: Uint8Array, position: number): void {
  const handle = fs.openSync(file, 'r+');
  fs.writeSync(handle, bytes, 0, bytes.length, position);
  fs.closeSync(handle);
}
