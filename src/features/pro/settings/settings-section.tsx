import type { ReactNode } from 'react';
import styles from './settings.module.css';

interface SettingsSectionProps {
  readonly title: string;
  /** What is set here, and for whom. */
  readonly lead: string;
  /** Stands beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A section of the settings. */
export function SettingsSection({ title, lead, action, children }: SettingsSectionProps) {
  return (
    <div className={styles.section}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {action}
        <p className={styles.lead}>{lead}</p>
      </header>
      {children}
    </div>
  );
}
