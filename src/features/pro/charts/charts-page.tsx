import { Link, Outlet, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { matchesName } from '../../../lib/match-name.ts';
import { clockTime, dateIn, relativeDay } from '../../../lib/time.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { NewClientSheetProps } from './new-client-sheet.tsx';
import { statusWords, useClients, type ClientRow, type ClientStatus } from './use-clients.ts';
import styles from './charts.module.css';

type Filter = ClientStatus | 'all';

const NewClientSheet = lazySheet<NewClientSheetProps>('New client', () =>
  import('./new-client-sheet.tsx').then((module) => module.NewClientSheet),
);

/** All clients at the left, one chart at the right; on phones one after the other. */
export function ChartsPage() {
  const { chartId } = useParams({ strict: false });
  const clients = useClients();
  const kind = useWorkKind();
  const [isNew, setIsNew] = useState(false);
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const deferred = useDeferredValue(query);
  const listRef = useRef<HTMLDivElement>(null);
  const shown = clients?.filter(
    (client) =>
      (filter === 'all' || client.status === filter) &&
      (deferred === '' || matchesName(`${client.name} ${client.otherName}`, deferred)),
  );

  // A deep link shows where in the list one is; a later choice leaves the list where it stands.
  const ready = clients !== null;
  useEffect(() => {
    if (ready) listRef.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest' });
  }, [ready]);

  /** Up and down walk through the list, from the search field too; the list keeps its place. */
  function walk(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (event.target instanceof HTMLSelectElement) return;
    const links = [...(listRef.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[event.key === 'ArrowDown' ? at + 1 : at - 1];
    event.preventDefault();
    if (next) next.focus();
    else if (event.key === 'ArrowUp') listRef.current?.querySelector('input')?.focus();
  }

  return (
    <div className={styles.page} data-open={chartId ? '' : undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys are an extra way through the links inside */}
      <div className={styles.list} ref={listRef} onKeyDown={walk}>
        <header className={styles.listHead}>
          <div className={styles.titleRow}>
            <h1 className={styles.title}>Patients</h1>
            {kind === 'clinician' ? <Button onClick={() => setIsNew(true)}>New client</Button> : null}
          </div>
          <div className={styles.search}>
            <Search size={16} aria-hidden />
            <input
              type="search"
              aria-label="Search clients"
              placeholder="Search by name"
              autoComplete="off"
              value={query}
              onChange={(event) => setQuery(event.target.value)}
            />
          </div>
          <div className={styles.filter}>
            <label className="visually-hidden" htmlFor="chart-status">
              Status
            </label>
            <select id="chart-status" value={filter} onChange={(event) => setFilter(event.target.value as Filter)}>
              <option value="all">All statuses</option>
              {Object.entries(statusWords).map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
            <output className={styles.count}>
              {shown ? (shown.length === 1 ? '1 client' : `${shown.length} clients`) : ''}
            </output>
          </div>
        </header>
        {shown === undefined ? (
          <div className={styles.pad}>
            <Skeleton lines={8} label="Opening the list" />
          </div>
        ) : (
          <ClientList clients={shown} isFiltered={query !== '' || filter !== 'all'} />
        )}
      </div>
      <div className={styles.detail}>
        <Outlet />
      </div>
      {isNew ? <NewClientSheet clients={clients ?? []} onClose={() => setIsNew(false)} /> : null}
    </div>
  );
}

function ClientList({ clients, isFiltered }: { readonly clients: readonly ClientRow[]; readonly isFiltered: boolean }) {
  const { zone } = useMe();
  const today = dateIn(useNow(), zone);
  if (clients.length === 0) {
    return (
      <div className={styles.pad}>
        {isFiltered ? (
          <EmptyState title="Nobody matches">Try the beginning of a first or last name, or another status.</EmptyState>
        ) : (
          <EmptyState title="No clients yet">
            Clients whom you treat or plan for are listed here, by last name.
          </EmptyState>
        )}
      </div>
    );
  }
  return (
    <ul>
      {clients.map((client) => (
        <li key={client.chartId} className={styles.item}>
          <Link
            to="/pro-dashboard/patient-charts/$chartId"
            params={{ chartId: client.chartId }}
            className={styles.row}
            resetScroll={false}
          >
            <span className={styles.name}>{client.listName}</span>
            <span className={styles.line}>
              {client.nextStart
                ? `${relativeDay(dateIn(client.nextStart, zone), today)}, ${clockTime(client.nextStart, zone)}`
                : 'No session planned'}
              {client.status && client.status !== 'active' ? ` · ${statusWords[client.status]}` : ''}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
