import { acceptableUse } from '../../../sync/texts/acceptable-use.ts';
import { LegalPage } from './legal-page.tsx';

/** [C-083] */
export function AcceptableUsePage() {
  return <LegalPage text={acceptableUse} />;
}
