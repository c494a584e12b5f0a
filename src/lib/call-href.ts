/** What a tap on a telephone number calls: digits, and a plus where it begins with one (RFC 3966). */
export function callHref(phoneNumber: string): string {
  const plus = phoneNumber.trim().startsWith('+') ? '+' : '';
  return `tel:${plus}${phoneNumber.replaceAll(/\D/g, '')}`;
}
