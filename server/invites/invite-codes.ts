import { createHmac } from 'node:crypto';
import { codeAlphabet, codeLength } from '../../sync/protocol/invite-message.ts';
import { emailToken } from '../auth/tokens.ts';

/** What a mailed link carries: it follows from the invite's id by the server's key alone. */
export function inviteToken(key: Uint8Array, id: string): string {
  return emailToken(key, 'invite', id);
}

/** What stands on paper: ten letters of 32, fifty bits, by the server's key alone. */
export function paperCode(key: Uint8Array, id: string): string {
  const bytes = createHmac('sha256', key).update(`paper-code|${id}`).digest();
  // A byte is eight times a letter: none is likelier than another.
  return [...bytes.subarray(0, codeLength)].map((byte) => codeAlphabet[byte % codeAlphabet.length] ?? '').join('');
}

/**
 * [IV-3] What is stored of a code or token. Keyed: fifty bits can be tried through, so that a plain hash in a copy of the database
 * would give the code away.
 */
export function hashInviteCode(key: Uint8Array, code: string): string {
  return createHmac('sha256', key).update(`invite-code|${code}`).digest('base64url');
}
