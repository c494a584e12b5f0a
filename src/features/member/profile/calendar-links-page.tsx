import { CalendarLinks, calendarLinksLead } from '../../../model/calendar-links/calendar-links.tsx';
import styles from './profile.module.css';

/** [FD-1] `/member-dashboard/calendar-links`: links by which a member sees their sessions in another calendar program. */
export function CalendarLinksPage() {
  return (
    <div className={styles.page}>
      <header>
        <h1>Calendar links</h1>
        <p className={styles.soft}>{calendarLinksLead}</p>
      </header>
      <CalendarLinks />
    </div>
  );
}
