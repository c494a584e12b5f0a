import { activityStatement, toActivityHeader } from '../../core/device-statements.ts';
import { toBase64Url } from '../../core/base64url.ts';
import type { Sodium } from '../../core/sodium.ts';

/** Makes the header that proves when the person last acted: `time` as the server counts it, `idle` in milliseconds. */
export type SignActivity = (time: number, idle: number) => string;

/** A signer for one session of this device. It works with the very key of the ring: once that is overwritten it signs nothing. */
export function createActivitySigner(
  sodium: Sodium,
  key: { readonly privateKey: Uint8Array; readonly session: string; readonly origin: string },
): SignActivity {
  const { privateKey, session, origin } = key;
  return (time, idle) => {
    const said = { time: Math.round(time), idle: Math.max(0, Math.round(idle)) };
    const signature = sodium.crypto_sign_detached(activityStatement({ origin, session, ...said }), privateKey);
    return toActivityHeader(said, toBase64Url(signature));
  };
}
