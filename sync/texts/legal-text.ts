/** A text that people agree to or rely on. What a lawyer must still decide is said in it, in square brackets. */
export interface LegalText {
  readonly title: string;
  /** The day since which it says this. */
  readonly version: string;
  readonly sections: readonly LegalSection[];
}

export interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

/** The versions that a registration agrees to; kept apart from the texts, which are long. */
export const agreedVersions = { terms_of_use: '2026-11-24', privacy_policy: '2026-11-24' } as const;
