import * as v from 'valibot';
import { useState } from 'react';
import type { InferOutput } from 'valibot';
import type { SeenRecord } from '../../../sync/client/api.ts';
import type { joining } from '../../../sync/collections/chart-invite.ts';
import { dateSchema } from '../../../sync/collections/values.ts';
import { FormText } from '../../forms/form-text.tsx';
import { Form, SendButton } from '../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../forms/use-orchid-form.ts';
import { giveBirthDate } from '../../model/invites/invite-calls.ts';
import { Notice } from '../../ui/notice.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import styles from './member.module.css';

export type Joining = SeenRecord<InferOutput<(typeof joining)['body']>>;

const schema = v.object({
  dob: v.pipe(
    v.string(),
    v.check((text) => v.is(dateSchema, text), 'Enter the day on which you were born.'),
  ),
});
type Values = v.InferInput<typeof schema>;

/** What is asked of somebody who has used an invite, before anything of the chart is here. */
export function JoiningStep({ joining }: { readonly joining: Joining }) {
  const { invited_by: name, asks } = joining.body;
  if (asks === 'birth_date') return <BirthDate invite={joining.id} name={name} />;
  return (
    <section className={styles.hero} aria-label="Your invite">
      <h1 className={styles.sentence}>
        <PersonName name={name} /> lets you in next
      </h1>
      <p className={styles.place}>
        They see that you have joined and with which email, and confirm that it is you. There is nothing to do for you;
        what is planned will be here once they have.
      </p>
    </section>
  );
}

function BirthDate({ invite, name }: { readonly invite: string; readonly name: string }) {
  const [isRight, setRight] = useState(false);
  const form = useOrchidForm<Values, Values>({
    schema,
    defaults: { dob: '' },
    words: { dob: 'Your birth date' },
    send: async ({ dob }): Promise<SendResult> => {
      const given = await giveBirthDate(invite, dob);
      if ('message' in given) return given;
      if ('left' in given) return { kind: 'refused', message: wrongWords(given.left) };
      setRight(given.state === 'open');
      return { kind: 'saved' };
    },
    onSent: () => undefined,
  });
  return (
    <section className={styles.hero} aria-label="Your invite">
      <h1 className={styles.sentence}>One question from us</h1>
      <p className={styles.place}>
        <PersonName name={name} /> has invited you. So that nobody else reads what is yours, please say when you were
        born. It needs a connection.
      </p>
      {isRight ? (
        <output>
          <Notice tone="fine">That is right. Your sessions are on their way to this device.</Notice>
        </output>
      ) : (
        <div className={styles.question}>
          <Form form={form}>
            <FormText form={form} name="dob" type="date" autoComplete="bday" />
          </Form>
          <SendButton form={form} busyWords="Checking…">
            Continue
          </SendButton>
        </div>
      )}
    </section>
  );
}

function wrongWords(left: number): string {
  return `That is not the date that they have. You can try ${left === 1 ? 'once' : `${left} times`} more; then they are asked to let you in.`;
}
