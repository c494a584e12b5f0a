import { expect, test } from 'vitest';
import { acceptableUse } from './acceptable-use.ts';
import { clinicianAiPrivacy } from './clinician-ai-privacy.ts';
import { independentContractor } from './independent-contractor.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { termsOfUse } from './terms-of-use.ts';
import { waiverOfLiability } from './waiver-of-liability.ts';

const texts = [acceptableUse, clinicianAiPrivacy, independentContractor, privacyPolicy, termsOfUse, waiverOfLiability];

test.each(texts.map((text) => [text.title, text] as const))(
  '%s has a day, and something under each heading',
  (_title, text) => {
    expect(text.version).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new Set(text.sections.map(({ heading }) => heading)).size).toBe(text.sections.length);
    for (const { paragraphs } of text.sections) {
      expect(paragraphs.length).toBeGreaterThan(0);
      for (const paragraph of paragraphs) expect(paragraph.length).toBeGreaterThan(20);
    }
  },
);
