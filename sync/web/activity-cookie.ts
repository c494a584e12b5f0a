/** [C-379] The last-active timestamp lies in a cookie, so that every tab reads the same one. Its age: 30 days. */
const name = 'orchid_last_active';
const maxAgeS = 30 * 24 * 60 * 60;
/** Writing a cookie is not free; a minute's check does not need more. */
const writeEveryMs = 5000;

let lastWritten = 0;

/** When the person last acted, in any tab; null where nobody has yet. */
export function readActivity(): number | null {
  const found = /(?:^|; )orchid_last_active=(\d{1,15})/.exec(document.cookie);
  return found?.[1] === undefined ? null : Number(found[1]);
}

export function writeActivity(nowMs: number): void {
  if (nowMs - lastWritten < writeEveryMs && nowMs >= lastWritten) return;
  lastWritten = nowMs;
  document.cookie = `${name}=${nowMs}; Max-Age=${maxAgeS}; Path=/; SameSite=Lax`;
}

/** [C-381] */
export function clearActivity(): void {
  lastWritten = 0;
  document.cookie = `${name}=; Max-Age=0; Path=/; SameSite=Lax`;
}
