/** Why Orchid cannot run here, as a sentence, or null. Off localhost browsers give storage and service workers to HTTPS only. */
export function whyNotHere(): string | null {
  if (globalThis.isSecureContext) return null;
  return 'Orchid cannot work offline at this address: browsers allow that only over HTTPS, or on the machine itself (localhost). Open it with https:// in front, or ask whoever runs it to add a certificate.';
}
