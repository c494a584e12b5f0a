import { createHash } from 'node:crypto';
import { withDigest } from '../../sync/core/page-digest.ts';
import type { PullEnd } from '../../sync/protocol/pull-message.ts';

/**
 * [PL-2] A page's lines and the digest of them all, which the last one names. Each is hashed as it comes (see `digestedText`):
 * a page that is read in pieces is never hashed in one.
 */
export class SealedLines {
  readonly #lines: string[] = [];
  readonly #hash = createHash('blake2b512');

  add(line: string): void {
    this.#hash.update(line).update('\n');
    this.#lines.push(line);
  }

  /** All lines, with the last one. Nothing is added after it. */
  seal(end: PullEnd): readonly string[] {
    const last = JSON.stringify(end);
    return [...this.#lines, withDigest(last, this.#hash.update(last).digest())];
  }
}
