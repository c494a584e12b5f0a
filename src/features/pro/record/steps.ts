/** [S-044 to S-048] The steps of quick intake, as the address names them. */
export const steps = [
  { hash: 'tell-us-about-yourself', title: 'Tell us about yourself' },
  { hash: 'describe-your-practice', title: 'Describe your practice' },
  { hash: 'what-is-your-practice-address', title: 'What is your practice address?' },
  { hash: 'what-is-your-phone-number', title: 'What is your phone number?' },
  { hash: 'before-you-finish', title: 'Before you finish' },
] as const;

/** [S-049, S-241] Which step an address names, by its place; null where it names none. */
export function namedStep(hash: string): number | null {
  const at = steps.findIndex((step) => step.hash === hash.replace(/^#/, ''));
  return at < 0 ? null : at;
}

/** The same, and the first where it names none. */
export function stepAt(hash: string): number {
  return namedStep(hash) ?? 0;
}
