/** What a failure is called, fit to be kept: never its text, which may hold what a person wrote or is called. */
export function errorName(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  return /^[A-Za-z][A-Za-z0-9]{0,39}$/.test(name) ? name : 'Error';
}
