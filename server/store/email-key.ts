/** E-mail addresses are compared trimmed and in lower case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}
