import type { Sodium } from './sodium.ts';

/** Crockford's 32 letters: none of them is taken for another when it is read from paper. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 160 bits: nobody tries them, and no slow derivation is needed. */
const codeBytes = 20;
const codeLetters = (codeBytes * 8) / 5;
const groupLetters = 4;

/** A new recovery code, in groups: `7K2M-…`, eight of four letters. From the system's random numbers. */
export function newRecoveryCode(sodium: Sodium): string {
  const bytes = sodium.randombytes_buf(codeBytes);
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    while (held >= 5) {
      held -= 5;
      text += letters[(bits >> held) & 31];
    }
    bits &= (1 << held) - 1;
  }
  bytes.fill(0);
  return groupsOf(text).join('-');
}

/** The code as its groups, to be read from paper. */
function groupsOf(text: string): readonly string[] {
  return Array.from({ length: codeLetters / groupLetters }, (_, at) =>
    text.slice(at * groupLetters, (at + 1) * groupLetters),
  );
}

/** What a person typed, in the code's own letters and groups; null where it is no code. O is read as 0, I and L as 1, as Crockford says. */
export function readRecoveryCode(typed: string): string | null {
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode = text.length === codeLetters && /^[0-9A-HJKMNP-TV-Z]*$/.test(text);
  return isCode ? groupsOf(text).join('-') : null;
}

/** The key that wraps the account root for this code. `code` as `newRecoveryCode` or `readRecoveryCode` give it. */
export function recoveryKey(sodium: Sodium, code: string): Uint8Array {
  return sodium.crypto_generichash(32, code, 'orchid recovery 1');
}
