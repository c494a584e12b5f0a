import { Link } from '@tanstack/react-router';
import { useRecentClients } from '../../../model/clients/recent-clients.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import type { ClientRow } from './client-rows.ts';
import styles from './charts.module.css';

/** So few stand above the list: who is wanted again, is wanted soon. */
const most = 4;

interface RecentRowProps {
  readonly clients: readonly ClientRow[];
  /** Who is open stands on the screen already. */
  readonly chartId: string | undefined;
}

/** Who was opened last on this device. */
export function RecentRow({ clients, chartId }: RecentRowProps) {
  const { sub } = useMe();
  const recent = useRecentClients(sub);
  const rows = recent
    .flatMap((id) => (id === chartId ? [] : (clients.find((client) => client.chartId === id) ?? [])))
    .slice(0, most);
  if (rows.length === 0) return null;
  return (
    <nav className={styles.recent} aria-label="Recently opened">
      {rows.map((client) => (
        <Link
          key={client.chartId}
          to="/pro-dashboard/patient-charts/$chartId"
          params={{ chartId: client.chartId }}
          className={styles.recentLink}
          resetScroll={false}
        >
          <PersonName name={client.name} />
        </Link>
      ))}
    </nav>
  );
}
