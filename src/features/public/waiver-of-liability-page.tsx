import { waiverOfLiability } from '../../../sync/texts/waiver-of-liability.ts';
import { LegalPage } from './legal-page.tsx';

/** [C-087] */
export function WaiverPage() {
  return <LegalPage text={waiverOfLiability} />;
}
