import { Clock3 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { callHref } from '../../../lib/call-href.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import type { ContactRecord } from './contact-list.ts';
import { kindWords } from './contact-words.ts';
import styles from './contacts.module.css';

interface ContactRowProps {
  readonly contact: ContactRecord;
  readonly onChange: () => void;
  readonly onRemoved: () => void;
}

/** Somebody in the list: how to reach them, and what to do with the entry. */
export function ContactRow({ contact, onChange, onRemoved }: ContactRowProps) {
  const { practiceId } = useMe();
  const removing = useChange(onRemoved);
  const { kind, name, organization, phone_number, email, remark } = contact.body;
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <h2 className={styles.name}>
          <PersonName name={name} />
        </h2>
        <p className={styles.soft}>{[kindWords[kind], ...(organization ? [organization] : [])].join(' · ')}</p>
        {phone_number || email ? (
          <p className={styles.ways}>
            {phone_number ? (
              <a href={callHref(phone_number)} className={styles.way}>
                {phone_number}
              </a>
            ) : null}
            {email ? (
              <a href={`mailto:${email}`} className={styles.way}>
                {email}
              </a>
            ) : null}
          </p>
        ) : null}
        {remark ? <p className={styles.remark}>{remark}</p> : null}
        {contact.pending ? (
          <StatusWord tone="wait" icon={Clock3}>
            waiting to reach the server
          </StatusWord>
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button tone="quiet" aria-label={`Change ${name}`} onClick={onChange}>
          Change
        </Button>
        <Button
          tone="quiet"
          aria-label={`Remove ${name}`}
          disabled={removing.busy}
          onClick={() =>
            void removing.run('contact.save', { practice_id: practiceId, contact_id: contact.id, removed: true })
          }
        >
          Remove
        </Button>
      </div>
      <Failure title="Not removed" text={removing.failure} />
    </li>
  );
}

interface RemovedRowProps {
  readonly contact: ContactRecord;
  readonly onBack: () => void;
}

/** In the place of one who was just removed. */
export function RemovedRow({ contact, onBack }: RemovedRowProps) {
  const { practiceId } = useMe();
  const undoing = useChange(onBack);
  const undoRef = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone with its row.
  useEffect(() => undoRef.current?.focus(), []);
  const { name } = contact.body;
  return (
    <li className={styles.row}>
      <output className={styles.gone}>
        <PersonName name={name} /> is removed.
      </output>
      <div className={styles.actions}>
        <button
          ref={undoRef}
          type="button"
          className={buttonClass()}
          aria-label={`Undo removing ${name}`}
          disabled={undoing.busy}
          onClick={() =>
            void undoing.run('contact.save', { practice_id: practiceId, contact_id: contact.id, removed: false })
          }
        >
          Undo
        </button>
      </div>
      <Failure title="Not brought back" text={undoing.failure} />
    </li>
  );
}

function Failure({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <div className={styles.failure}>
      <Notice tone="need" role="alert" title={title}>
        {text}
      </Notice>
    </div>
  );
}
