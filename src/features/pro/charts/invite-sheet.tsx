import * as v from 'valibot';
import { emailLine } from '../../../../sync/collections/values.ts';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { FormChoice } from '../../../forms/form-choice.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import type { InviteRow } from './invite-rows.ts';

export interface InviteSheetProps {
  readonly chartId: string;
  readonly row: InviteRow;
  readonly onClose: () => void;
}

const ways = [
  {
    value: 'mail',
    label: 'By email',
    hint: 'A link, good for 14 days and once. The mail names neither you nor your practice.',
  },
  {
    value: 'paper',
    label: 'By a code on paper',
    hint: 'You print it and hand it over. It works together with the birth date only.',
  },
] as const;

const schema = v.pipe(
  v.object({ way: v.picklist(['mail', 'paper']), email: v.pipe(v.string(), v.trim()) }),
  v.forward(
    v.partialCheck(
      [['way'], ['email']],
      ({ way, email }) => way === 'paper' || v.is(emailLine, email),
      'Enter the email of this person.',
    ),
    ['email'],
  ),
);
type Values = v.InferInput<typeof schema>;

/** How somebody is invited. An invite that is still open is replaced by it. */
export function InviteSheet({ chartId, row, onClose }: InviteSheetProps) {
  const client = useClient();
  const form = useOrchidForm<Values, v.InferOutput<typeof schema>>({
    schema,
    defaults: { way: 'mail', email: row.invite?.body.email ?? row.email },
    words: { way: 'How', email: 'Email' },
    send: ({ way, email }) =>
      client.mutate('chart.invite', {
        chart_id: chartId,
        person_id: row.personId,
        way,
        ...(way === 'mail' ? { email } : {}),
      }),
    onSent: onClose,
  });
  const { way } = form.values;
  return (
    <Sheet
      open
      title={`Invite ${row.name}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Back</Button>
          <SendButton form={form}>{way === 'mail' ? 'Send the invite' : 'Make a code'}</SendButton>
        </>
      }
    >
      <p>
        With an account of their own they see when their sessions are, and nothing that you write. When somebody has
        joined, you see with which email, and may undo it.
      </p>
      <Form form={form}>
        <FormChoice form={form} name="way" options={row.birthDate === null ? ways.slice(0, 1) : ways} />
        {way === 'mail' ? (
          <FormText
            form={form}
            name="email"
            type="email"
            autoComplete="off"
            hint="The mail leaves when this device has been online."
          />
        ) : null}
      </Form>
      {row.birthDate === null ? <p>{errorTexts.no_birth_date}</p> : null}
    </Sheet>
  );
}
