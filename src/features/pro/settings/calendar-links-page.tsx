import { CalendarLinks, calendarLinksLead } from '../../../model/calendar-links/calendar-links.tsx';
import { SettingsSection } from './settings-section.tsx';

/** [FD-1] In the settings: links by which a clinician sees her times in another calendar program. */
export function CalendarLinksPage() {
  return (
    <SettingsSection title="Calendar links" lead={calendarLinksLead}>
      <CalendarLinks />
    </SettingsSection>
  );
}
