/** Who wants to look around first: for as long as this page lives. The next start asks again. */
const later = new Set<string>();

export function putIntakeOff(sub: string): void {
  later.add(sub);
}

export function isIntakePutOff(sub: string): boolean {
  return later.has(sub);
}
