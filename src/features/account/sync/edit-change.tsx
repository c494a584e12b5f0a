import { useId, useState } from 'react';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import type { Json } from '../../../../sync/core/record.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { changeParts, textAnswers, withAnswers } from './change-words.ts';
import styles from './sync-page.module.css';

interface EditChangeProps {
  readonly item: AttentionItem;
  readonly busy: boolean;
  readonly failure: string | null;
  readonly onSend: (args: Json) => void;
  readonly onClose: () => void;
}

/** A plain editor for the texts of a refused note edit. */
export function EditChange({ item, busy, failure, onSend, onClose }: EditChangeProps) {
  const id = useId();
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() => Object.fromEntries(textAnswers(item)));
  const labels = new Map(changeParts(item).map((part) => [part.key, part.label]));
  return (
    <Sheet
      open
      size="medium"
      title="Edit and send again"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <Button tone="primary" disabled={busy} onClick={() => onSend(withAnswers(item, texts))}>
            Send again
          </Button>
        </>
      }
    >
      {Object.entries(texts).map(([field, text]) => (
        <div key={field} className={styles.editField}>
          <label htmlFor={`${id}-${field}`}>{labels.get(field) ?? field}</label>
          <textarea
            id={`${id}-${field}`}
            rows={5}
            value={text}
            onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
          />
        </div>
      ))}
      {failure ? (
        <Notice tone="need" role="alert">
          {failure}
        </Notice>
      ) : null}
    </Sheet>
  );
}
