/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the combobox pattern with a list of its own */
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { OrchidForm } from '../../../forms/use-orchid-form.ts';
import { searchClients, searchIndex } from '../../../model/clients/client-search.ts';
import type { BookableClient } from '../../../model/sessions/use-bookable-clients.ts';
import { PersonName } from '../../../ui/person-name.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { putInField } from './put-in-field.ts';
import type { SessionValues } from './session-form.ts';
import styles from './session-sheet.module.css';

const most = 6;

interface ClientPickerProps {
  readonly form: OrchidForm<SessionValues>;
  readonly clients: readonly BookableClient[];
}

/** Who comes: found by the first letters of a name, among the clients that this device holds. */
export function ClientPicker({ form, clients }: ClientPickerProps) {
  const listId = useId();
  const chosen = clients.find(({ chartId }) => chartId === form.values.chart_id);
  const [query, setQuery] = useState(chosen?.name ?? '');
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const index = useMemo(
    () => searchIndex(clients, ({ name }) => ({ names: [name], phones: [], emails: [] })),
    [clients],
  );
  const found = isOpen && !chosen ? searchClients(index, query).slice(0, most) : [];
  const lit = Math.min(at, Math.max(0, found.length - 1));
  const { ref, ...registered } = form.register('chart_id');

  function choose(client: BookableClient | undefined): void {
    if (!client) return;
    putInField(form.id, 'chart_id', client.chartId);
    setQuery(client.name);
    setOpen(false);
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((lit + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === 'Enter' && found.length > 0) {
      event.preventDefault();
      choose(found[lit]);
    }
    if (event.key === 'Escape' && found.length > 0) {
      // Closes the list, and not the sheet that it stands in.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  }

  return (
    <div className={styles.picker}>
      {/* What is sent: the form knows nobody by name. */}
      <input className="visually-hidden" tabIndex={-1} aria-hidden ref={ref} {...registered} />
      <TextField
        label="Client"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={found[lit] ? `${listId}-${lit}` : undefined}
        autoComplete="off"
        placeholder="First letters of a name"
        readOnly={form.isBusy}
        error={form.errorOf('chart_id')}
        value={query}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
        onChange={({ target }) => {
          setQuery(target.value);
          setOpen(true);
          setAt(0);
          if (chosen) putInField(form.id, 'chart_id', '');
        }}
      />
      <ul id={listId} role="listbox" aria-label="Clients found" className={styles.found} hidden={found.length === 0}>
        {found.map((client, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the combobox's
          <li
            key={client.chartId}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === lit}
            className={styles.option}
            // The field keeps the focus, so that the list is still there when the click comes.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(client)}
            onPointerMove={() => setAt(index)}
          >
            <PersonName name={client.name} />
          </li>
        ))}
      </ul>
      {isOpen && !chosen && found.length === 0 ? (
        <p className={styles.soft}>Nobody by that name whom you can book on this device.</p>
      ) : null}
    </div>
  );
}
