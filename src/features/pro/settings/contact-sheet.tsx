import { useState } from 'react';
import { contactKinds } from '../../../../sync/collections/contact.ts';
import { FormArea } from '../../../forms/form-area.tsx';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import {
  changesOf,
  contactFormWords,
  contactSchema,
  differing,
  nobody,
  seenOf,
  type ContactSaid,
  type ContactValues,
  type SeenContact,
} from './contact-form.ts';
import type { ContactRecord } from './contact-list.ts';
import { kindWords, type ContactKind, type Fact } from './contact-words.ts';
import type { RefusedContact } from './refused-contacts.ts';
import { StandsNow } from './stands-now.tsx';
import styles from './contacts.module.css';

export interface ContactSheetProps {
  /** Null: a new one. */
  readonly contactId: string | null;
  /** What a new one is likely to be. */
  readonly kind?: ContactKind | undefined;
  /** A refused change that is looked at and made again. */
  readonly again?: RefusedContact | undefined;
  readonly onClose: () => void;
}

/** [C-158] Somebody outside whom the practice works with, begun or changed; works without a network. */
export function ContactSheet(props: ContactSheetProps) {
  const { contactId, onClose } = props;
  const record = useRecord('contact', contactId);
  if (contactId === null) return <ContactForm {...props} record={null} />;
  if (record.loading) return null;
  if (record.value) return <ContactForm {...props} record={record.value} />;
  return (
    <Sheet open title="Change a contact" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p>This contact is not on this device any more, or you have no access to it.</p>
    </Sheet>
  );
}

const kinds = [
  { value: '', label: 'Please choose' },
  ...contactKinds.map((kind) => ({ value: kind, label: kindWords[kind] })),
];

interface ContactFormProps extends ContactSheetProps {
  /** As it is now; null: there is none yet. */
  readonly record: ContactRecord | null;
}

function ContactForm({ record, kind, again, onClose }: ContactFormProps) {
  const client = useClient();
  const owner = useSub();
  const { practiceId } = useMe();
  const now = record ? seenOf(record) : nobody;
  const [begun] = useState(now);
  const [isStale, setStale] = useState(false);
  // Of what was refused once, what is there now is shown from the start.
  const [looked, setLooked] = useState<SeenContact | null>(again ? now : null);
  /** Each look begins at what is there. */
  const [looks, setLooks] = useState(0);
  const isGone = record?.body.removed !== undefined;

  async function send(said: ContactSaid) {
    const { changed, base } = changesOf(said, looked ?? said.seen);
    if (record && Object.keys(changed).length === 0 && !isGone) {
      // It says so already: what was refused has nothing left to say.
      if (again) await client.dismiss(again.item.uid);
      return { kind: 'saved' } as const;
    }
    const result = await client.mutate(
      'contact.save',
      {
        practice_id: practiceId,
        ...(record ? { contact_id: record.id } : {}),
        ...changed,
        ...(isGone ? { removed: false } : {}),
      },
      { owner, base, ...(again ? { replaces: again.item.uid } : {}) },
    );
    setStale(result.kind === 'rejected' && result.code === 'changed_meanwhile');
    return result;
  }

  const form = useOrchidForm<ContactValues, ContactSaid>({
    schema: contactSchema,
    words: contactFormWords,
    defaults: { ...begun.texts, ...(kind && !record ? { kind } : {}), ...again?.said, seen: begun },
    keep: {
      owner,
      key: ['contact', record?.id ?? 'new', ...(again ? [again.item.uid] : [])].join(' '),
      path: '/pro-dashboard/settings/contacts',
    },
    send,
    onSent: onClose,
  });
  const shownNow: readonly Fact[] = looked
    ? again
      ? differing(again.said, looked.texts)
      : differing(form.values.seen.texts, looked.texts)
    : [];

  return (
    <Sheet
      open
      size="medium"
      title={record ? 'Change a contact' : 'Add a contact'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form} busyWords="Saving…">
            Save
          </SendButton>
        </>
      }
    >
      {isGone ? <Notice tone="wait">This contact was removed meanwhile. Saving brings it back.</Notice> : null}
      {looked && record ? (
        <StandsNow key={looks} facts={shownNow} texts={looked.texts} beside={again ? 'said' : 'seen'} />
      ) : null}
      <Form form={form}>
        <FormText form={form} name="name" autoComplete="off" />
        <FormSelect form={form} name="kind" options={kinds} />
        <FormText form={form} name="organization" autoComplete="off" />
        <div className={styles.pair}>
          <FormText form={form} name="phone_number" type="tel" autoComplete="off" />
          <FormText form={form} name="email" type="email" autoComplete="off" />
        </div>
        <FormArea form={form} name="remark" rows={3} maxLength={1000} />
      </Form>
      {isStale ? (
        <Button
          onClick={() => {
            setLooked(now);
            setLooks(looks + 1);
            setStale(false);
          }}
        >
          See what is there now
        </Button>
      ) : null}
      <p className={styles.soft}>Your whole practice reads this. Please write nothing about a client here.</p>
    </Sheet>
  );
}
