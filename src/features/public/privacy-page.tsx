import { privacyPolicy } from '../../../sync/texts/privacy-policy.ts';
import { LegalPage } from './legal-page.tsx';

/** [C-085] */
export function PrivacyPage() {
  return <LegalPage text={privacyPolicy} />;
}
