import { createPrivateKey, createPublicKey, hash, sign, verify } from 'node:crypto';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import type { AuditRow } from '../store/audit-calls.ts';

/** What the first row is chained to. */
export const chainStart = 'orchid-audit-1';

/** SHA-256 over the previous hash and the row in canonical form. */
export function chainHash(previous: string, row: Omit<AuditRow, 'hash'>): string {
  const { id, at, actor, action, subject, link } = row;
  return hash('sha256', `${previous}\n${canonicalJson({ id, at, actor, action, subject, link })}`, 'base64url');
}

/** A signed statement that the chain had this hash at this link; kept outside the database. */
export interface Checkpoint {
  readonly link: number;
  readonly hash: string;
  readonly at: string;
  readonly signature: string;
}

function statement(checkpoint: Omit<Checkpoint, 'signature'>): Buffer {
  const { link, hash, at } = checkpoint;
  return Buffer.from(canonicalJson({ link, hash, at }));
}

export function signCheckpoint(privatePem: string, checkpoint: Omit<Checkpoint, 'signature'>): Checkpoint {
  const signature = sign(null, statement(checkpoint), createPrivateKey(privatePem)).toString('base64url');
  return { ...checkpoint, signature };
}

export function isSignedCheckpoint(publicPem: string, checkpoint: Checkpoint): boolean {
  return verify(
    null,
    statement(checkpoint),
    createPublicKey(publicPem),
    Buffer.from(checkpoint.signature, 'base64url'),
  );
}
