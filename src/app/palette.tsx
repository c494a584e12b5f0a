/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the combobox pattern with a list of its own */
import { useNavigate } from '@tanstack/react-router';
import { ArrowRight, CalendarDays, FileText, Search, Users } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { usePaletteItems, type PaletteItem } from './palette-items.ts';
import type { WorkKind } from '../model/people/use-work-kind.ts';
import { PersonName } from '../ui/person-name.tsx';
import styles from './palette.module.css';

const icons = { client: Users, session: CalendarDays, note: FileText, command: ArrowRight } as const;
const most = 9;

export interface PaletteProps {
  /** What who looks does in the practice; null until that is known. */
  readonly work: WorkKind | null;
  readonly onClose: () => void;
}

/** Ctrl-K: clients, today's sessions and unsigned notes by the first letters of a name, and the ways to the screens. */
export function Palette({ work, onClose }: PaletteProps) {
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const dialogRef = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const items = usePaletteItems(query, work).slice(0, most);
  const chosen = Math.min(at, Math.max(0, items.length - 1));

  // Closed while it is still on the page: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog?.open) dialog?.showModal();
    return () => dialog?.close();
  }, []);

  function open(item: PaletteItem | undefined): void {
    if (!item) return;
    onClose();
    switch (item.kind) {
      case 'client':
        void navigate({ to: '/pro-dashboard/patient-charts/$chartId', params: { chartId: item.id } });
        break;
      case 'session':
        void navigate({ to: '/pro-dashboard/schedule/$appointmentId', params: { appointmentId: item.id } });
        break;
      case 'note':
        void navigate({ to: '/pro-dashboard/sessions/$appointmentId/note', params: { appointmentId: item.id } });
        break;
      case 'command':
        void navigate({ to: item.to });
        break;
    }
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((chosen + step + items.length) % Math.max(1, items.length));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      open(items[chosen]);
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click on the backdrop; Escape is `cancel`
    <dialog
      ref={dialogRef}
      className={styles.palette}
      aria-label="Find"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.search}>
        <Search size={18} aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={items[chosen] ? `${listId}-${chosen}` : undefined}
          aria-label="Find a patient, a session or a note"
          placeholder="Find a patient, a session or a note"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened to be typed in
          autoFocus
          value={query}
          onKeyDown={onKey}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
        />
      </div>
      <ul id={listId} role="listbox" aria-label="Found" className={styles.list}>
        {items.map((item, index) => {
          const Icon = icons[item.kind];
          return (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the combobox's
            <li
              key={item.kind === 'command' ? item.to : `${item.kind}-${item.id}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={styles.item}
              onClick={() => open(item)}
              onPointerMove={() => setAt(index)}
            >
              <Icon size={16} aria-hidden />
              <span className={styles.name}>
                {item.kind === 'command' ? item.words : <PersonName name={item.name} />}
              </span>
              {item.kind === 'command' ? null : <span className={styles.hint}>{item.hint}</span>}
            </li>
          );
        })}
      </ul>
      {items.length === 0 ? <p className={styles.none}>Nobody by that name on this device.</p> : null}
    </dialog>
  );
}
