import * as v from 'valibot';
import { dateSchema } from '../../../sync/collections/values.ts';
import { anyInviteCode } from '../../../sync/protocol/invite-message.ts';
import { FormText } from '../../forms/form-text.tsx';
import { Form, SendButton } from '../../forms/form.tsx';
import { useOrchidForm } from '../../forms/use-orchid-form.ts';
import { noCodes } from './brought-codes.ts';
import { holdCodes } from './held-codes.ts';
import { lookAtInvite } from './invite-calls.ts';

const schema = v.object({
  code: v.pipe(
    v.string(),
    v.check((text) => v.is(anyInviteCode, text), 'A code has ten letters and digits, such as ABCDE-23456.'),
  ),
  dob: v.pipe(
    v.string(),
    v.check((text) => v.is(dateSchema, text), 'Enter the day on which you were born.'),
  ),
});
type Values = v.InferInput<typeof schema>;

/** A code from a sheet of paper, with the birth date that it is bound to: held for the screen around it where both are right. */
export function PaperCodeForm({ code }: { readonly code: string }) {
  const form = useOrchidForm<Values, Values>({
    schema,
    defaults: { code, dob: '' },
    words: { code: 'Code', dob: 'Your birth date' },
    send: async ({ code: chart, dob }) => {
      const looked = await lookAtInvite({ chart, dob });
      if (looked.kind !== 'good') return looked;
      holdCodes({ ...noCodes, chart, dob });
      return { kind: 'saved' };
    },
    onSent: () => undefined,
  });
  return (
    <>
      <Form form={form}>
        <FormText form={form} name="code" autoComplete="off" hint="It stands on the sheet that you were given." />
        <FormText form={form} name="dob" type="date" autoComplete="bday" />
      </Form>
      <SendButton form={form} busyWords="Looking…">
        Continue
      </SendButton>
    </>
  );
}
