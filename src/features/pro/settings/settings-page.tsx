import { Link, Outlet, useMatches } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { sections } from './sections.ts';
import styles from './settings.module.css';

/** The sections at the left and the chosen one beside them; where there is no room, one after the other. */
export function SettingsPage() {
  // Of what is drawn: the list stays until the section is here.
  const path = useMatches().at(-1)?.fullPath ?? '';
  const kind = useWorkKind();
  const isOpen = path.replace(/\/$/, '') !== '/pro-dashboard/settings';
  const Title = isOpen ? 'p' : 'h1';
  const shown = kind === null ? [] : sections.filter((one) => kind === 'clinician' || !one.isOfClinicians);
  return (
    <div className={styles.page} data-open={isOpen ? '' : undefined}>
      <div className={styles.list}>
        <Title className={styles.title}>Settings</Title>
        <nav aria-label="Settings">
          <ul>
            {shown.map(({ to, label, hint, icon: Icon }) => (
              <li key={to}>
                <Link to={to} className={styles.row} resetScroll={false}>
                  <Icon size={19} aria-hidden strokeWidth={1.9} className={styles.icon} />
                  <span className={styles.words}>
                    <span className={styles.name}>{label}</span>
                    <span className={styles.hint}>{hint}</span>
                  </span>
                  <ChevronRight size={18} aria-hidden className={styles.onward} />
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className={styles.detail}>
        {isOpen ? (
          <Link to="/pro-dashboard/settings" className={styles.back}>
            <ChevronLeft size={20} aria-hidden />
            Settings
          </Link>
        ) : null}
        <Outlet />
      </div>
    </div>
  );
}
