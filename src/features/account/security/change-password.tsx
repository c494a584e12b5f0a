import * as v from 'valibot';
import { passwordProblem } from '../../../../sync/protocol/password-rules.ts';
import { FormPassword } from '../../../forms/form-password.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { PasswordChecklist } from '../../../model/passwords/password-checklist.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';

/** [C-450] */
const changeSchema = v.pipe(
  v.object({
    current: v.pipe(v.string(), v.minLength(1, 'Please enter your password')),
    next: v.pipe(
      v.string(),
      v.minLength(1, 'Please enter your password'),
      v.rawCheck(({ dataset, addIssue }) => {
        const problem = dataset.typed && dataset.value !== '' ? passwordProblem(dataset.value) : null;
        if (problem !== null) addIssue({ message: problem });
      }),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['current'], ['next']],
      ({ current, next }) => next === '' || current.normalize('NFKC') !== next.normalize('NFKC'),
      'New password cannot be the same as current password.',
    ),
    ['next'],
  ),
);
type Values = v.InferInput<typeof changeSchema>;

interface ChangePasswordProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
}

export function ChangePassword({ onBack, onDone }: ChangePasswordProps) {
  const client = useClient();
  const form = useOrchidForm<Values, Values>({
    schema: changeSchema,
    defaults: { current: '', next: '' },
    words: { current: 'Current password', next: 'New password' },
    send: async ({ current, next }): Promise<SendResult> => {
      const result = await client.changePassword(current, next);
      if (result.kind === 'ok') return { kind: 'saved' };
      const message = result.kind === 'failed' ? result.message : 'That password is not right.';
      return { kind: 'refused', message };
    },
    onSent: onDone,
  });
  return (
    <Sheet
      open
      title="Change password"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <SendButton form={form} busyWords="Changing…">
            Change password
          </SendButton>
        </>
      }
    >
      <p>Every other device asks for the new one. What waits there unsent stays, and goes out when you log in.</p>
      <Form form={form}>
        <FormPassword form={form} name="current" autoComplete="current-password" />
        <FormPassword form={form} name="next" autoComplete="new-password" />
        <PasswordChecklist password={form.values.next} />
      </Form>
    </Sheet>
  );
}
