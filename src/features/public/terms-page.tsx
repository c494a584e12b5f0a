import { termsOfUse } from '../../../sync/texts/terms-of-use.ts';
import { LegalPage } from './legal-page.tsx';

/** [C-084] */
export function TermsPage() {
  return <LegalPage text={termsOfUse} />;
}
