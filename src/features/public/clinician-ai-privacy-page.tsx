import { clinicianAiPrivacy } from '../../../sync/texts/clinician-ai-privacy.ts';
import { LegalPage } from './legal-page.tsx';

/** [C-086] */
export function ClinicianAiPrivacyPage() {
  return <LegalPage text={clinicianAiPrivacy} />;
}
