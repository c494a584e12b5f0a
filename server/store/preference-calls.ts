import type { EmailPreference } from '../../sync/protocol/email-preference.ts';

/** What may be sent to addresses, whoever has them. */
export interface PreferenceCalls {
  /** As it was chosen, or as it is where nobody has. Addresses are compared as those of accounts are. */
  emailPreference(email: string): EmailPreference;
  /** `changed`: an instant. */
  putEmailPreference(email: string, preference: EmailPreference, changed: string): void;
}
