import { useState } from 'react';
import * as v from 'valibot';
import type { AttentionItem } from '../../../../sync/client/api.ts';
import { FormArea } from '../../../forms/form-area.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { changeParts, textAnswers, withAnswers } from './change-words.ts';

export interface EditChangeProps {
  readonly item: AttentionItem;
  readonly onClose: () => void;
}

const schema = v.record(v.string(), v.string());
type Texts = v.InferOutput<typeof schema>;

/** A plain editor for the texts of a refused note edit. What is typed waits, also where the screen locks meanwhile. */
export function EditChange({ item, onClose }: EditChangeProps) {
  const client = useClient();
  const owner = useSub();
  // A field may have any name: the form knows its texts by their place.
  const [answers] = useState(() =>
    textAnswers(item).map(([field, text], index) => ({ name: `text-${index}`, field, text })),
  );
  const labels = new Map(changeParts(item).map((part) => [part.key, part.label]));
  const form = useOrchidForm<Texts, Texts>({
    schema,
    defaults: Object.fromEntries(answers.map(({ name, text }) => [name, text])),
    words: Object.fromEntries(answers.map(({ name, field }) => [name, labels.get(field) ?? field])),
    send: (texts) => {
      const edited = Object.fromEntries(answers.map(({ name, field, text }) => [field, texts[name] ?? text]));
      return client.retry(item.uid, withAnswers(item, edited));
    },
    onSent: onClose,
    keep: { owner, key: `refused:${item.uid}`, path: '/pro-dashboard/sync' },
  });
  return (
    <Sheet
      open
      size="medium"
      title="Edit and send again"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form}>Send again</SendButton>
        </>
      }
    >
      <Form form={form}>
        {answers.map(({ name }) => (
          <FormArea key={name} form={form} name={name} rows={5} />
        ))}
      </Form>
    </Sheet>
  );
}
