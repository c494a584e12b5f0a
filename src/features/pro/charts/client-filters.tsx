import { Checkbox } from '../../../ui/choice.tsx';
import type { ClientFilter } from './client-filter.ts';
import type { ClientStatus, ClientType } from './client-rows.ts';
import { statusWords } from './use-clients.ts';
import styles from './charts.module.css';

interface ClientFiltersProps {
  readonly filter: ClientFilter;
  /** How many archived ones match the rest; none: nothing is said of them. */
  readonly archived: number;
  /** How many are shown, in words. */
  readonly count: string;
  readonly onChange: (filter: ClientFilter) => void;
}

const statuses = Object.entries(statusWords) as [ClientStatus, string][];
const types: readonly (readonly [ClientType, string])[] = [
  ['individual', 'Individual'],
  ['couple', 'Couple'],
];

/** What narrows the list, beside the words that are searched for. */
export function ClientFilters({ filter, archived, count, onChange }: ClientFiltersProps) {
  return (
    <div className={styles.filter}>
      <label className="visually-hidden" htmlFor="chart-status">
        Status
      </label>
      <select
        id="chart-status"
        value={filter.status}
        onChange={({ target }) =>
          onChange({ ...filter, status: statuses.find(([value]) => value === target.value)?.[0] ?? 'all' })
        }
      >
        <option value="all">All statuses</option>
        {statuses.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      <label className="visually-hidden" htmlFor="chart-type">
        Individual or couple
      </label>
      <select
        id="chart-type"
        value={filter.type}
        onChange={({ target }) =>
          onChange({ ...filter, type: types.find(([value]) => value === target.value)?.[0] ?? 'all' })
        }
      >
        <option value="all">All types</option>
        {types.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      <output className={styles.count}>{count}</output>
      {archived > 0 || filter.isArchivedShown ? (
        <Checkbox
          className={styles.archived}
          label={`Archived too (${archived})`}
          checked={filter.isArchivedShown}
          onChange={({ target }) => onChange({ ...filter, isArchivedShown: target.checked })}
        />
      ) : null}
    </div>
  );
}
