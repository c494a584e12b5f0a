import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { contactKinds } from '../../../../sync/collections/contact.ts';
import { lazySheet } from '../../../forms/lazy-sheet.tsx';
import { loadAgain } from '../../../lib/load-again.ts';
import { useAccountRecord } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useContacts, wantedContacts, type ContactRecord } from './contact-list.ts';
import { ContactRow, RemovedRow } from './contact-row.tsx';
import type { ContactSheetProps } from './contact-sheet.tsx';
import { kindsWords, type ContactKind } from './contact-words.ts';
import { RefusedContactNotice } from './refused-contact.tsx';
import { refusedContacts } from './refused-contacts.ts';
import { SettingsSection } from './settings-section.tsx';
import { useRefused } from './use-refused.ts';
import styles from './contacts.module.css';

const ContactSheet = lazySheet<ContactSheetProps>(
  'A contact',
  loadAgain(
    () => import('./contact-sheet.tsx'),
    (module) => module.ContactSheet,
  ),
);

/** [C-158] People outside whom the practice works with; works without a network. */
export function ContactsPage() {
  const account = useAccountRecord();
  const practiceId = account.loading ? undefined : (account.value?.body.practice_id ?? '');
  const contacts = useContacts(practiceId ?? '');
  const [sheet, setSheet] = useState<Omit<ContactSheetProps, 'onClose'> | null>(null);
  const [kind, setKind] = useState<ContactKind | 'all'>('all');
  const add = () => setSheet({ contactId: null, kind: kind === 'all' ? undefined : kind });
  const refused = refusedContacts(useRefused('contact.save'));
  const nameById = new Map(contacts?.map(({ id, body }) => [id, body.name]));
  return (
    <SettingsSection
      title="Contacts"
      lead="People outside your practice whom you work with. Everybody in the practice sees them; clients do not."
      action={contacts === null || contacts.length === 0 ? null : <Button onClick={add}>Add a contact</Button>}
    >
      {refused.map((one) => (
        <RefusedContactNotice
          key={one.item.uid}
          refused={one}
          name={one.contactId === null ? null : (nameById.get(one.contactId) ?? null)}
          onAgain={() => setSheet({ contactId: one.contactId, again: one })}
        />
      ))}
      {practiceId === '' ? (
        <EmptyState title="You belong to no practice yet">
          Contacts are shared by all who work in a practice.
        </EmptyState>
      ) : contacts === null ? (
        <Skeleton lines={8} label="Opening the contacts" />
      ) : (
        <ContactList
          contacts={contacts}
          kind={kind}
          onKind={setKind}
          onAdd={add}
          onChange={(contactId) => setSheet({ contactId })}
        />
      )}
      {sheet ? <ContactSheet {...sheet} onClose={() => setSheet(null)} /> : null}
    </SettingsSection>
  );
}

interface ContactListProps {
  readonly contacts: readonly ContactRecord[];
  readonly kind: ContactKind | 'all';
  readonly onKind: (kind: ContactKind | 'all') => void;
  readonly onAdd: () => void;
  readonly onChange: (contactId: string) => void;
}

function ContactList({ contacts, kind, onKind, onAdd, onChange }: ContactListProps) {
  const [query, setQuery] = useState('');
  const deferred = useDeferredValue(query);
  // Whoever was removed on this visit keeps the place, where it can be undone.
  const [removed, setRemoved] = useState<readonly ContactRecord[]>([]);
  const gone = removed.filter((one) => contacts.every(({ id }) => id !== one.id));
  const shown = wantedContacts([...contacts, ...gone], { query: deferred, kind });
  const count = shown.filter((one) => !gone.includes(one)).length;
  if (contacts.length === 0 && gone.length === 0)
    return (
      <EmptyState
        title="No contacts yet"
        action={
          <Button tone="primary" onClick={onAdd}>
            Add a contact
          </Button>
        }
      >
        Who sends clients to you, who treats them too, whom to call when it is urgent.
      </EmptyState>
    );
  return (
    <>
      <div className={styles.find}>
        <div className={styles.search}>
          <Search size={16} aria-hidden />
          <input
            type="search"
            aria-label="Search contacts"
            placeholder="Search by name or organization"
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
        <div className={styles.filter}>
          <label className="visually-hidden" htmlFor="contact-kind">
            Kinds shown
          </label>
          <select
            id="contact-kind"
            value={kind}
            onChange={({ target }) => onKind(contactKinds.find((one) => one === target.value) ?? 'all')}
          >
            <option value="all">All kinds</option>
            {contactKinds.map((one) => (
              <option key={one} value={one}>
                {kindsWords[one]}
              </option>
            ))}
          </select>
          <output>{count === 1 ? '1 contact' : `${count} contacts`}</output>
        </div>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="Nobody matches">Try the beginning of a name or an organization, or another kind.</EmptyState>
      ) : (
        <ul className={styles.rows} aria-label="Contacts">
          {shown.map((contact) =>
            gone.includes(contact) ? (
              <RemovedRow
                key={`${contact.id} removed`}
                contact={contact}
                onBack={() => setRemoved((all) => all.filter(({ id }) => id !== contact.id))}
              />
            ) : (
              <ContactRow
                key={contact.id}
                contact={contact}
                onChange={() => onChange(contact.id)}
                onRemoved={() => setRemoved((all) => [...all.filter(({ id }) => id !== contact.id), contact])}
              />
            ),
          )}
        </ul>
      )}
    </>
  );
}
