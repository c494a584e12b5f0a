import { createHash } from 'node:crypto';
import { digestedText, withDigest } from '../../sync/core/page-digest.ts';
import type { PullEnd } from '../../sync/protocol/pull-message.ts';

/** A page's lines with the last one, which names the digest of them all. [PL-2] */
export function sealLines(before: readonly string[], end: PullEnd): readonly string[] {
  const last = JSON.stringify(end);
  const hash = createHash('blake2b512').update(digestedText(before, last)).digest();
  return [...before, withDigest(last, hash)];
}
