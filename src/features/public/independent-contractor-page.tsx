import { independentContractor } from '../../../sync/texts/independent-contractor.ts';
import { LegalPage } from './legal-page.tsx';

/** [C-088] */
export function ContractorPage() {
  return <LegalPage text={independentContractor} />;
}
