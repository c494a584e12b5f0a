import { EmptyState } from '../../../ui/empty-state.tsx';
import styles from './settings.module.css';

/** Beside the list while no section is chosen. */
export function SettingsIndex() {
  return (
    <div className={styles.section}>
      <EmptyState title="Choose a section">
        What you set holds on all of your devices, but for the appearance.
      </EmptyState>
    </div>
  );
}
