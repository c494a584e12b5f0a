/** A wrap that was tampered with opens nothing, as one of another key. */
export function openWrap(open: () => Uint8Array | null): Uint8Array | null {
  try {
    return open();
  } catch {
    // The seal does not fit, or it is no wrap at all.
    return null;
  }
}
