import { createHash } from 'node:crypto';
import { withDigest } from '../../sync/core/page-digest.ts';
import type { PullEnd } from '../../sync/protocol/pull-message.ts';

/** Bytes of a block that lines are written into; a longer line is a block of its own. */
const blockBytes = 64 * 1024;
/** Of the first block: the page of one change is some hundred bytes. */
const firstBlockBytes = 2 * 1024;
/** Bytes of UTF-8 that one UTF-16 unit takes at most. */
const mostBytesOfUnit = 3;

/** A page of a pull as it leaves: UTF-8, each line with its end, in blocks. */
export interface SealedPage {
  readonly blocks: readonly Uint8Array[];
  /** Of all blocks. */
  readonly bytes: number;
}

/** The lines of a page, without their ends, for an answer that carries them as texts. */
export function linesOf({ blocks }: SealedPage): readonly string[] {
  return Buffer.concat(blocks).toString('utf8').slice(0, -1).split('\n');
}

/**
 * [PL-2] Writes a page, and the digest of all its lines, which the last one names. Bodies are bytes from where they lie to where they
 * leave: no text is made of them. Each block is hashed when it is full (see `digestedText`): a page that is read in pieces is never hashed in one.
 */
export class PageWriter {
  readonly #hash = createHash('blake2b512');
  readonly #blocks: Uint8Array[] = [];
  #block = Buffer.allocUnsafe(firstBlockBytes);
  #used = 0;

  /** A line of its own; `text` has no line break. */
  line(text: string): void {
    this.#text(`${text}\n`);
  }

  /** The line `head + body + foot`; `body` is UTF-8 of JSON, so without a line break. */
  record(head: string, body: Uint8Array, foot: string): void {
    this.#text(head);
    this.#reserve(body.length);
    this.#block.set(body, this.#used);
    this.#used += body.length;
    this.line(foot);
  }

  /** The whole page, with its last line. Nothing is written after it. */
  seal(end: PullEnd): SealedPage {
    const last = JSON.stringify(end);
    const rest = this.#block.subarray(0, this.#used);
    const digest = this.#hash.update(rest).update(last).digest();
    const blocks = [...this.#blocks, Buffer.concat([rest, Buffer.from(`${withDigest(last, digest)}\n`)])];
    return { blocks, bytes: blocks.reduce((sum, block) => sum + block.length, 0) };
  }

  #text(text: string): void {
    this.#reserve(text.length * mostBytesOfUnit);
    this.#used += this.#block.write(text, this.#used);
  }

  /** Room for so many bytes in the block; a full one is hashed and put with the others. */
  #reserve(bytes: number): void {
    if (bytes <= this.#block.length - this.#used) return;
    const full = this.#block.subarray(0, this.#used);
    this.#hash.update(full);
    this.#blocks.push(full);
    this.#block = Buffer.allocUnsafeSlow(Math.max(blockBytes, bytes));
    this.#used = 0;
  }
}
