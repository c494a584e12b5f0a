import { phoneDigits, plainText } from '../../lib/plain-text.ts';

/** By what a client is found. */
export interface Findable {
  /** Every name that somebody of the chart is called by. */
  readonly names: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/** A list made ready for searching: one line of plain text for each entry, in the order of the list. */
export interface SearchIndex<Entry> {
  readonly entries: readonly Entry[];
  readonly names: readonly string[];
  readonly phones: readonly string[];
  readonly emails: readonly string[];
}

/** Made once for a list: what follows each key is then a search through plain texts. */
export function searchIndex<Entry>(entries: readonly Entry[], of: (entry: Entry) => Findable): SearchIndex<Entry> {
  const found = entries.map(of);
  return {
    entries,
    // A space before every word: what begins one is found by itself.
    names: found.map(({ names }) => ` ${plainText(names.filter((name) => name !== '').join(' '))}`),
    phones: found.map(({ phones }) => phones.map(phoneDigits).join(' ')),
    emails: found.map(({ emails }) => emails.map((email) => email.trim().toLowerCase()).join(' ')),
  };
}

/** So few digits begin too many numbers to say anything. */
const leastDigits = 3;

/**
 * Those who are found, in the order of the list: each word of the query begins a word of a name, or the query is a part of an email,
 * or its digits, however they are set apart, are a part of a phone number. No query finds everybody.
 */
export function searchClients<Entry>(index: SearchIndex<Entry>, query: string): readonly Entry[] {
  const matches = matcherOf(index, query);
  return matches ? index.entries.filter((_entry, at) => matches(at)) : index.entries;
}

function matcherOf<Entry>(index: SearchIndex<Entry>, query: string): ((at: number) => boolean) | null {
  const asked = query.trim();
  if (asked === '') return null;
  if (/^\+?[\d\s().\-/]+$/.test(asked) && /\d/.test(asked)) {
    const digits = phoneDigits(asked);
    return digits.length < leastDigits ? () => false : (at) => (index.phones[at] ?? '').includes(digits);
  }
  const email = /\s/.test(asked) || asked.length < leastDigits ? null : asked.toLowerCase();
  const words = plainText(asked)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ` ${word}`);
  return (at) =>
    (words.length > 0 && words.every((word) => (index.names[at] ?? '').includes(word))) ||
    (email !== null && (index.emails[at] ?? '').includes(email));
}
