import { useState } from 'react';
import { sessionKinds } from '../../../../sync/domain/session-kinds.ts';
import { FormSelect } from '../../../forms/form-select.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient, useSub } from '../../../lib/client-context.ts';
import { duration } from '../../../lib/time.ts';
import { useRecord } from '../../../lib/use-records.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { kindWords, priceWords } from '../../../model/sessions/plan-words.ts';
import type { SessionType } from '../../../model/sessions/use-session-types.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { LookNow } from './look-now.tsx';
import { useLook } from './use-look.ts';
import {
  newType,
  sessionTypeSchema,
  sessionTypeWords,
  typeChange,
  typeValues,
  type SessionTypeSaid,
  type SessionTypeValues,
} from './session-type-form.ts';
import styles from './session-sheet.module.css';

const typeFields = ['label', 'kind', 'minutes', 'price'];

export interface SessionTypeSheetProps {
  /** Null: a new one. */
  readonly type: SessionType | null;
  readonly onClose: () => void;
}

const kindOptions = sessionKinds.map((kind) => ({ value: kind, label: kindWords[kind] }));

/** [S-003] What somebody offers, begun or changed; works without a network. */
export function SessionTypeSheet({ type: found, onClose }: SessionTypeSheetProps) {
  const client = useClient();
  const owner = useSub();
  const { practiceId } = useMe();
  // The sheet was opened over one version; what is there now comes from the device.
  const record = useRecord('appointment_type', found?.id ?? null);
  const type = (record.loading ? undefined : record.value) ?? found;
  const look = useLook();
  const [defaults] = useState(() => (found ? typeValues(found.body, found.stamps) : newType));
  const form = useOrchidForm<SessionTypeValues, SessionTypeSaid>({
    schema: sessionTypeSchema,
    words: sessionTypeWords,
    defaults,
    keep: { owner, key: ['session-type', type?.id ?? 'new'].join(' '), path: '/pro-dashboard/settings/session-types' },
    send: async (said) => {
      const { change, base } = typeChange(look.over(said));
      if (Object.keys(change).length === 0) return { kind: 'saved' };
      const isBack = look.seen !== null && type?.body.removed !== undefined;
      return look.heard(
        await client.mutate(
          'appointment_type.save',
          {
            practice_id: practiceId,
            ...(type ? { appointment_type_id: type.id } : {}),
            ...change,
            ...(isBack ? { removed: false } : {}),
          },
          { owner, base },
        ),
      );
    },
    onSent: onClose,
  });
  return (
    <Sheet
      open
      size="medium"
      title={type ? 'Change a session type' : 'Add a session type'}
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
      <Form form={form}>
        <FormText form={form} name="label" autoComplete="off" />
        <FormSelect form={form} name="kind" options={kindOptions} />
        <div className={styles.pair}>
          <FormText form={form} name="minutes" autoComplete="off" />
          <FormText form={form} name="price" autoComplete="off" />
        </div>
      </Form>
      {type ? (
        <LookNow look={look} onLook={() => look.at(typeValues(type.body, type.stamps).opened, form, typeFields)}>
          {type.body.removed === undefined
            ? `It is ${type.body.label} now, ${kindWords[type.body.kind]}, ${duration(type.body.minutes)}, ${priceWords(type.body.price_cents)}.`
            : 'It was taken out of the list, and is put back when you save.'}
        </LookNow>
      ) : null}
      <p className={styles.soft}>Sessions that are booked already stay as they are.</p>
    </Sheet>
  );
}
