/** Something as somebody found it: what it said, and the version of each fact. */
export interface Opened {
  readonly texts: Readonly<Record<string, string>>;
  readonly stamps: Readonly<Record<string, string>>;
}

/**
 * What somebody typed over what they found, said over what was looked at since: a field that they left says what is there now. Null: they
 * have not looked.
 */
export function saidOver<Said extends { readonly opened: Opened }>(said: Said, seen: Opened | null): Said {
  if (seen === null) return said;
  const left = Object.entries(seen.texts).filter(([name]) => isLeft(said, name));
  return { ...said, ...Object.fromEntries(left), opened: seen };
}

/** Whether a field still says what it said when it was opened. */
export function isLeft(said: { readonly opened: Opened }, name: string): boolean {
  return Reflect.get(said, name) === said.opened.texts[name];
}
