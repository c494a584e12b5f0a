import { ClinicianChoice } from '../../../model/people/clinician-choice.tsx';
import { countWords } from '../../../model/sessions/session-count.ts';
import type { Schedule } from '../../../model/sessions/use-schedule.ts';
import styles from './shown-bar.module.css';

/** Above a shared calendar: whose sessions it shows, and how many they are, told when that changes. */
export function ShownBar({ schedule }: { readonly schedule: Schedule }) {
  const { clinicians, sessions, everybodys } = schedule;
  if (!clinicians || clinicians.all.length < 2) return null;
  const count = sessions === null ? '' : countWords(sessions, everybodys);
  return (
    <div className={styles.bar}>
      <ClinicianChoice clinicians={clinicians} count={count} />
      <output className={styles.count}>{count}</output>
    </div>
  );
}
