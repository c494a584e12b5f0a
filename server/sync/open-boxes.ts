import { hash } from 'node:crypto';
import type Sodium from 'libsodium-wrappers';
import { fromBase64Url } from '../../sync/core/base64url.ts';
import { canonicalJson } from '../../sync/core/canonical-json.ts';
import { openMutation } from '../../sync/core/deposit-box.ts';
import type { PushRow } from '../../sync/protocol/push-message.ts';
import type { DepositKeyRow } from '../store/client-calls.ts';
import type { DepositSecrets } from '../secrets.ts';
import type { OpenedRow } from './opened-row.ts';

/** Deposit keys by id, in the clear. */
export type OpenKeys = ReadonlyMap<string, Uint8Array>;

/** Keys that were opened, under our secrets, by what they lay sealed as: each push would pay for the curve again. */
const openedKeys = new WeakMap<readonly DepositSecrets[], Map<string, Uint8Array>>();
/** Most keys held at once; the oldest ones are opened again when needed. */
const mostOpenedKeys = 5000;

/** The device's key out of its sealed registration; null where our half is gone or the seal does not fit. */
export function unsealDepositKey(
  sodium: typeof Sodium,
  secrets: readonly DepositSecrets[],
  row: Pick<DepositKeyRow, 'sealed' | 'serverKeyId'>,
): Uint8Array | null {
  const known = openedKeys.get(secrets) ?? new Map<string, Uint8Array>();
  openedKeys.set(secrets, known);
  const name = `${row.serverKeyId}|${row.sealed}`;
  const key = known.get(name) ?? openSeal(sodium, secrets, row);
  if (!key || known.has(name)) return key;
  const [oldest] = known.size < mostOpenedKeys ? [] : known.keys();
  if (oldest !== undefined) known.delete(oldest);
  known.set(name, key);
  return key;
}

function openSeal(
  sodium: typeof Sodium,
  secrets: readonly DepositSecrets[],
  row: Pick<DepositKeyRow, 'sealed' | 'serverKeyId'>,
): Uint8Array | null {
  const pair = secrets.find((candidate) => candidate.id === row.serverKeyId);
  if (!pair) return null;
  try {
    const key = sodium.crypto_box_seal_open(fromBase64Url(row.sealed), pair.publicKey, pair.privateKey);
    return key.length === 32 ? key : null;
  } catch {
    // Sealed to another key, or no seal at all.
    return null;
  }
}

/** Opens the boxes of a push before the transaction begins. What does not open is kept as it came. */
export function openRows(
  sodium: typeof Sodium,
  place: { readonly principal: string; readonly clientId: string },
  rows: readonly PushRow[],
  keys: OpenKeys,
): readonly OpenedRow[] {
  return rows.map((row): OpenedRow => {
    if (row.kind === 'void') return row;
    const { id, key: keyId, box } = row;
    const key = keys.get(keyId);
    try {
      if (!key) return { kind: 'unreadable', id, keyId, box };
      const message = openMutation(sodium, key, { ...place, id }, boxBytes(box));
      const digest = hash('sha256', canonicalJson(message), 'base64url');
      return { kind: 'mutation', id, keyId, box, message, digest };
    } catch {
      // Tampered, moved, of another client, or no mutation: held for people to look at.
      return { kind: 'unreadable', id, keyId, box };
    }
  });
}

/** The platform's decoder skips what is no base64url; whether bytes are a box is for the seal to say. */
function boxBytes(box: string): Uint8Array {
  return Buffer.from(box, 'base64url');
}
