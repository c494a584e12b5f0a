import { Outlet, useMatch, useNavigate, useParams } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useWorkKind } from '../../../model/people/use-work-kind.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { clientIndex, filterClients, isFiltered, noFilter } from './client-filter.ts';
import { ClientFilters } from './client-filters.tsx';
import { ClientList } from './client-list.tsx';
import type { NewClientSheetProps } from './new-client-sheet.tsx';
import { RecentRow } from './recent-row.tsx';
import { SampleReturn } from './sample-banner.tsx';
import { ClientsContext, useClients } from './use-clients.ts';
import { useDuplicates } from './use-duplicates.ts';
import styles from './charts.module.css';

const NewClientSheet = lazySheet<NewClientSheetProps>(
  'New client',
  loadAgain(
    () => import('./new-client-sheet.tsx'),
    (module) => module.NewClientSheet,
  ),
);

const nobody = [] as const;

/** All clients at the left, one chart at the right; on phones one after the other. */
export function ChartsPage() {
  const { chartId } = useParams({ strict: false });
  const clients = useClients();
  const kind = useWorkKind();
  const navigate = useNavigate();
  const [isNew, setIsNew] = useState(false);
  // The palette’s way to the same sheet.
  const isAskedNew = useMatch({ from: '/pro-dashboard/patient-charts/new', shouldThrow: false }) !== undefined;
  const asksNew = kind === 'clinician' && (isNew || isAskedNew);
  const [filter, setFilter] = useState(noFilter);
  const deferred = useDeferredValue(filter);
  const listRef = useRef<HTMLDivElement>(null);
  const index = useMemo(() => clientIndex(clients ?? nobody), [clients]);
  const { shown, archived } = useMemo(() => filterClients(index, deferred), [index, deferred]);
  // Looked for after the list stands.
  const twins = useDuplicates(useDeferredValue(clients ?? nobody));
  const listed = useMemo(() => ({ clients: clients ?? nobody, twins }), [clients, twins]);

  // A deep link shows where in the list one is; a later choice leaves the list where it stands.
  const ready = clients !== null;
  useEffect(() => {
    if (ready) listRef.current?.querySelector('li [data-status="active"]')?.scrollIntoView({ block: 'nearest' });
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
    <ClientsContext value={listed}>
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
                placeholder="Name, phone or email"
                autoComplete="off"
                value={filter.query}
                onChange={(event) => setFilter({ ...filter, query: event.target.value })}
              />
            </div>
            <ClientFilters
              filter={filter}
              archived={archived}
              count={countWords(clients, shown.filter(({ isSample }) => !isSample).length)}
              onChange={setFilter}
            />
          </header>
          {clients === null ? (
            <div className={styles.pad}>
              <Skeleton lines={8} label="Opening the list" />
            </div>
          ) : (
            <>
              {isFiltered(filter) ? null : <RecentRow clients={clients} chartId={chartId} />}
              {isFiltered(filter) ? null : (
                <div className={styles.pad}>
                  <SampleReturn open={chartId} />
                </div>
              )}
              {shown.length === 0 ? (
                <NobodyShown isFiltered={isFiltered(deferred)} archived={archived} />
              ) : (
                // Another list begins at its top.
                <ClientList key={JSON.stringify(deferred)} clients={shown} chartId={chartId} twins={twins} />
              )}
            </>
          )}
        </div>
        <div className={styles.detail}>
          <Outlet />
        </div>
        {asksNew ? (
          <NewClientSheet
            clients={clients ?? nobody}
            onLeft={() => setIsNew(false)}
            onClose={() => {
              setIsNew(false);
              if (isAskedNew) void navigate({ to: '/pro-dashboard/patient-charts', replace: true });
            }}
          />
        ) : null}
      </div>
    </ClientsContext>
  );
}

function countWords(clients: unknown, count: number): string {
  if (clients === null) return '';
  return count === 1 ? '1 client' : `${count.toLocaleString('en')} clients`;
}

function NobodyShown({ isFiltered, archived }: { readonly isFiltered: boolean; readonly archived: number }) {
  return (
    <div className={styles.pad}>
      {archived > 0 ? (
        <EmptyState title="Nobody who is not archived">
          {archived === 1 ? '1 archived client matches.' : `${archived} archived clients match.`} Tick “Archived too” to
          see them.
        </EmptyState>
      ) : isFiltered ? (
        <EmptyState title="Nobody matches">
          Try the beginning of a first or last name, a part of a phone number or an email, or another status.
        </EmptyState>
      ) : (
        <EmptyState title="No clients yet">
          Clients whom you treat or plan for are listed here, by last name.
        </EmptyState>
      )}
    </div>
  );
}
