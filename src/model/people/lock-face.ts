/**
 * What a locked device may say of whose it is. In the clear, so it is little: initials, and a professional's name, which
 * stands on her door too. A client's device shows initials alone.
 */
export interface LockFace {
  readonly initials: string;
  /** Null for a client. */
  readonly name: string | null;
}

interface Named {
  readonly user_type: 'member' | 'orchid_pro';
  readonly first_name: string;
  readonly last_name: string;
  readonly display_name: string;
}

/** The part of an account that its locked device may show. */
export function faceOf(account: Named): LockFace {
  const initials = [account.first_name, account.last_name].map(firstLetter).join('');
  return { initials, name: account.user_type === 'orchid_pro' ? account.display_name : null };
}

function firstLetter(word: string): string {
  const [first] = new Intl.Segmenter().segment(word.trim());
  return (first?.segment ?? '').toLocaleUpperCase();
}

/** One face is kept: that of whoever opened this device last. */
const storageKey = 'orchid.lock-face';

/** Writes the face down, at an unlock. */
export function rememberFace(sub: string, face: LockFace): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ sub, ...face }));
  } catch {
    // Storage may be forbidden or full: the lock screen then says nothing of whose it is.
  }
}

/** The face of this account; null where none, or another's, is kept. */
export function readFace(sub: string): LockFace | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('sub' in kept) || kept.sub !== sub) return null;
    if (!('initials' in kept) || typeof kept.initials !== 'string') return null;
    const name = 'name' in kept && typeof kept.name === 'string' ? kept.name : null;
    return { initials: kept.initials, name };
  } catch {
    // Unreadable: as if nothing were kept.
    return null;
  }
}

/** After a log-out of any kind nothing says who worked here. */
export function forgetFace(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // What could not be written cannot lie there either.
  }
}
