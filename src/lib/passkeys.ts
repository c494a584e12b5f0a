import type { Passkeys } from '../../sync/client/client-ports.ts';

const secretLength = 32;
const patienceMs = 120_000;

/** As browsers answer; the types of the platform lag behind. */
type Derived = { readonly prf?: { readonly results?: { readonly first?: BufferSource } } };

/**
 * Passkeys of this very device, by WebAuthn's `prf` extension: what it derives never leaves the page, and nothing of it goes to the
 * server. Nobody is named in it: whoever looks through the device's passkeys reads the product's name.
 */
export const passkeys: Passkeys = {
  isPossible: async () => {
    if (!('PublicKeyCredential' in globalThis)) return false;
    try {
      if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return false;
      const known = await PublicKeyCredential.getClientCapabilities?.();
      return known?.['extension:prf'] !== false;
    } catch {
      // A browser that cannot say has none that we would rely on.
      return false;
    }
  },

  make: (salt) =>
    orNull(async () => {
      const made = await navigator.credentials.create({
        publicKey: {
          challenge: crypto.getRandomValues(new Uint8Array(32)),
          rp: { name: 'Orchid' },
          user: { id: crypto.getRandomValues(new Uint8Array(16)), name: 'Orchid', displayName: 'Orchid' },
          pubKeyCredParams: [
            { type: 'public-key', alg: -7 },
            { type: 'public-key', alg: -257 },
          ],
          authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required' },
          attestation: 'none',
          timeout: patienceMs,
          extensions: { prf: { eval: { first: new Uint8Array(salt) } } },
        },
      });
      if (!(made instanceof PublicKeyCredential)) return null;
      const credential = new Uint8Array(made.rawId);
      // Many derive only when they are asked, not when they are made.
      const secret = secretOf(made) ?? (await ask(credential, salt));
      return secret && { credential, secret };
    }),

  ask: (credential, salt) => orNull(() => ask(credential, salt)),
};

async function ask(credential: Uint8Array, salt: Uint8Array): Promise<Uint8Array | null> {
  const found = await navigator.credentials.get({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      allowCredentials: [{ type: 'public-key', id: new Uint8Array(credential), transports: ['internal'] }],
      userVerification: 'required',
      timeout: patienceMs,
      extensions: { prf: { eval: { first: new Uint8Array(salt) } } },
    },
  });
  return found instanceof PublicKeyCredential ? secretOf(found) : null;
}

function secretOf(credential: PublicKeyCredential): Uint8Array | null {
  const { prf } = credential.getClientExtensionResults() as Derived;
  const first = prf?.results?.first;
  if (first === undefined) return null;
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
  return bytes.length === secretLength ? bytes.slice() : null;
}

/** A person who calls it off, or takes too long, is an error to the platform. */
async function orNull<T>(run: () => Promise<T | null>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
