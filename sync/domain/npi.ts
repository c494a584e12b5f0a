/**
 * Whether this can be a National Provider Identifier: ten digits that begin with 1 or 2, the last of which is the check digit of
 * ISO 7812 (Luhn) over the others behind the prefix 80840 (45 CFR 162.406; the standard that CMS publishes for it).
 */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false;
  const digits = Array.from(`80840${text}`, Number).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const weighed = index % 2 === 0 ? digit : digit * 2;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0;
}
