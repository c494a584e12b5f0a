import { commonStems } from './common-stems.ts';

/**
 * What a new password must be. The device holds to it, for the server never sees a password; the server does for callers that send
 * one as it is. Letters and digits are those of any script (Unicode), whatever is neither counts as special.
 */
export const passwordRules = [
  { name: '10+ characters', fits: (text: string) => Array.from(text).length >= 10 },
  { name: '1 uppercase', fits: (text: string) => /\p{Lu}/u.test(text) },
  { name: '1 lowercase', fits: (text: string) => /\p{Ll}/u.test(text) },
  { name: '1 number', fits: (text: string) => /\p{Nd}/u.test(text) },
  { name: '1 special', fits: (text: string) => /[^\p{L}\p{N}\s]/u.test(text) },
] as const;

/** [C-469] What a weak password is told in one sentence. */
export const weakPassword =
  'Password must be at least 10 characters long and contain at least one uppercase letter, one lowercase letter, one number, and one special character.';

const sentences: Readonly<Record<(typeof passwordRules)[number]['name'], string>> = {
  '10+ characters': 'Password must be at least 10 characters',
  '1 uppercase': 'Password must contain at least one uppercase letter',
  '1 lowercase': 'Password must contain at least one lowercase letter',
  '1 number': 'Password must contain at least one number',
  '1 special': 'Password must contain at least one special character',
};

/** [C-453] */
export const noSpaces = 'Password must not contain spaces';
/** What can be seen and typed: letters with their marks, numbers, punctuation and symbols of any script. */
const allowed = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]*$/u;
const unseen = 'Password must contain only characters that can be seen';
const common = 'This password is on lists that attackers try first. Please choose another one';

/**
 * [C-451..C-464] What is wrong with a new password, in the words of the professional's form; null: nothing. Looked at in its normal
 * form, from which keys are derived. `personal`: what others know of the person.
 */
export function passwordProblem(password: string, personal: readonly string[] = []): string | null {
  const text = password.normalize('NFKC');
  if (/\s/u.test(text)) return noSpaces;
  // [C-454] Nobody could type it again, and no two keyboards send the same.
  if (!allowed.test(text)) return unseen;
  const missing = passwordRules.find((rule) => !rule.fits(text));
  if (missing) return sentences[missing.name];
  return isGuessable(text, personal) ? common : null;
}

/** Signs that stand for letters in what is meant as a word. */
const meant: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '|': 'l',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
};

/** What is left beside everything that is tried first must still be a password. */
const leastLeft = 8;

/** Fewer different characters than this are a pattern, however long. */
const leastDifferent = 5;

/**
 * Whether it is among what attackers try first: common words, also with signs for letters, walks over the keyboard, and what others
 * know of the person, with little beside them; or a few characters over and over.
 */
function isGuessable(text: string, personal: readonly string[]): boolean {
  const low = text.toLowerCase();
  if (new Set(low).size < leastDifferent) return true;
  const known = personal.map((part) => part.trim().toLowerCase()).filter((part) => part.length >= 4);
  const read = Array.from(low, (sign) => meant[sign] ?? sign).join('');
  const stems = [...known, ...commonStems];
  return [low, read, read.replaceAll('i', 'l')].some((form) => leftBeside(form, stems) < leastLeft);
}

/** How many characters are left once every stem is taken out; all of them where there is none. */
function leftBeside(form: string, stems: readonly string[]): number {
  let left = form;
  for (const stem of stems) left = left.replaceAll(stem, '');
  return left === form ? leastLeft : left.length;
}
