import fs from 'node:fs';

/**
 * The write-ahead log as SQLite's file format describes it (https://sqlite.org/fileformat2.html#walformat, wal.html).
 * What SQLite guarantees with `synchronous=FULL`: the log is synced before COMMIT returns, so every frame up to the last
 * commit frame is on stable storage; recovery takes frames in an unbroken chain of checksums up to the last commit frame
 * and ignores whatever follows. So a power cut can do anything to bytes after that place, and to a database page that a
 * checkpoint was copying (its content is read from the log), and nothing to the bytes before.
 */
export interface Wal {
  readonly pageSize: number;
  readonly isBigEndian: boolean;
  readonly salts: readonly [number, number];
  /** Byte after the last commit frame of the unbroken chain; the header's end where nothing is committed. */
  readonly committedEnd: number;
  /** The running checksum there. */
  readonly sum: readonly [number, number];
  /** Numbers of the pages that committed frames hold. */
  readonly pages: ReadonlySet<number>;
  /** Pages of the database after the last commit. */
  readonly dbPages: number;
}

const headerBytes = 32;
export const frameHeaderBytes = 24;

/** Reads a log up to its last commit; null where its header does not hold. */
export function readWal(bytes: Buffer): Wal | null {
  if (bytes.length < headerBytes) return null;
  const magic = bytes.readUInt32BE(0);
  if (magic !== 0x377f0682 && magic !== 0x377f0683) return null;
  const isBigEndian = magic === 0x377f0683;
  const pageSize = bytes.readUInt32BE(8);
  const salts = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] as const;
  let sum = addSum([0, 0], bytes.subarray(0, 24), isBigEndian);
  if (sum[0] !== bytes.readUInt32BE(24) || sum[1] !== bytes.readUInt32BE(28)) return null;
  let found = { committedEnd: headerBytes, sum, dbPages: 0 };
  const pages = new Set<number>();
  const open: number[] = [];
  const frameBytes = frameHeaderBytes + pageSize;
  for (let at = headerBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    if (bytes.readUInt32BE(at + 8) !== salts[0] || bytes.readUInt32BE(at + 12) !== salts[1]) break;
    sum = addSum(sum, bytes.subarray(at, at + 8), isBigEndian);
    sum = addSum(sum, bytes.subarray(at + frameHeaderBytes, at + frameBytes), isBigEndian);
    if (sum[0] !== bytes.readUInt32BE(at + 16) || sum[1] !== bytes.readUInt32BE(at + 20)) break;
    open.push(bytes.readUInt32BE(at));
    const dbPages = bytes.readUInt32BE(at + 4);
    if (dbPages === 0) continue;
    for (const page of open.splice(0)) pages.add(page);
    found = { committedEnd: at + frameBytes, sum, dbPages };
  }
  return { pageSize, isBigEndian, salts, pages, ...found };
}

/** A frame that fits the chain. `dbPages` 0: no commit. Returns it with the running checksum after it. */
export function makeFrame(
  wal: Pick<Wal, 'isBigEndian' | 'salts' | 'sum'>,
  frame: { readonly page: number; readonly dbPages: number; readonly content: Uint8Array },
): { readonly bytes: Buffer; readonly sum: readonly [number, number] } {
  const bytes = Buffer.alloc(frameHeaderBytes + frame.content.length);
  bytes.writeUInt32BE(frame.page, 0);
  bytes.writeUInt32BE(frame.dbPages, 4);
  bytes.writeUInt32BE(wal.salts[0], 8);
  bytes.writeUInt32BE(wal.salts[1], 12);
  bytes.set(frame.content, frameHeaderBytes);
  const sum = addSum(
    addSum(wal.sum, bytes.subarray(0, 8), wal.isBigEndian),
    bytes.subarray(frameHeaderBytes),
    wal.isBigEndian,
  );
  bytes.writeUInt32BE(sum[0], 16);
  bytes.writeUInt32BE(sum[1], 20);
  return { bytes, sum };
}

/** Reads the log beside a database; null where there is none. */
export function readWalFile(file: string): { readonly bytes: Buffer; readonly wal: Wal } | null {
  if (!fs.existsSync(file)) return null;
  const bytes = fs.readFileSync(file);
  const wal = readWal(bytes);
  return wal && { bytes, wal };
}

/** Fibonacci-weighted sums over pairs of 32-bit words. */
function addSum(from: readonly [number, number], bytes: Buffer, isBigEndian: boolean): readonly [number, number] {
  let [one, two] = from;
  for (let at = 0; at < bytes.length; at += 8) {
    const first = isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
    const second = isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4);
    one = (one + first + two) >>> 0;
    two = (two + second + one) >>> 0;
  }
  return [one, two];
}
