import { Clock3 } from 'lucide-react';
import { useEffect, useId, useState, useSyncExternalStore } from 'react';
import { addendaOf } from '../../../../sync/collections/addendum.ts';
import { FormDraft } from '../../../forms/form-draft.ts';
import { unsavedTexts } from '../../../lib/flush.ts';
import { dateAndTime, zoneName } from '../../../lib/time.ts';
import { useChange } from '../../../lib/use-change.ts';
import { useRange } from '../../../lib/use-records.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PersonName } from '../../../ui/person-name.tsx';
import { StatusWord } from '../../../ui/status-word.tsx';
import styles from './addenda.module.css';

interface AddendaProps {
  readonly appointmentId: string;
  readonly sub: string;
  readonly zone: string;
  readonly canWrite: boolean;
}

/** What was added to a signed note, and a place to add more. */
export function Addenda({ appointmentId, sub, zone, canWrite }: AddendaProps) {
  const label = useId();
  const addenda = useRange(addendaOf(appointmentId));
  const [draft] = useState(() => draftOf(sub, appointmentId));
  useEffect(() => unsavedTexts.show(draft), [draft]);
  const text = useSyncExternalStore(draft.subscribe, draft.values)?.text ?? '';
  const { busy, failure, run } = useChange(draft.letGo);
  const list = addenda.loading ? [] : addenda.value;
  if (list.length === 0 && !canWrite) return null;
  return (
    <section className={styles.addenda} aria-labelledby={label}>
      <h2 id={label} className={styles.title}>
        Addenda
      </h2>
      {list.map(({ id, body, pending }) => (
        <article key={id} className={styles.addendum}>
          <p className={styles.text}>{body.text}</p>
          <p className={styles.signed}>
            Signed by <PersonName name={body.author_name} /> · {dateAndTime(body.written, zone)} {zoneName(zone)}
          </p>
          {pending ? (
            <StatusWord tone="wait" icon={Clock3}>
              waiting to reach the server
            </StatusWord>
          ) : null}
        </article>
      ))}
      {canWrite ? (
        <div className={styles.form}>
          <label htmlFor={`${label}-text`}>Add to this note</label>
          <textarea
            id={`${label}-text`}
            className={styles.area}
            rows={3}
            maxLength={10_000}
            value={text}
            autoComplete="off"
            onChange={(event) => draft.change(changed(event.currentTarget.value))}
          />
          {failure ? (
            <Notice tone="need" role="alert">
              {failure}
            </Notice>
          ) : null}
          <Button
            disabled={busy || text.trim() === ''}
            onClick={() => void run('note.addend', { appointment_id: appointmentId, text: text.trim() })}
          >
            Sign and add
          </Button>
        </div>
      ) : null}
    </section>
  );
}

interface Written {
  readonly text: string;
}

function draftOf(sub: string, appointmentId: string): FormDraft<Written> {
  const place = {
    owner: sub,
    key: `addendum:${appointmentId}`,
    path: `/pro-dashboard/sessions/${appointmentId}/note`,
  };
  const left = unsavedTexts.find(sub, place.key);
  return left instanceof FormDraft ? left : new FormDraft<Written>(place, { text: 'Add to this note' });
}

function changed(text: string): Written | null {
  return text === '' ? null : { text };
}
