import { useState } from 'react';
import * as v from 'valibot';
import { errorTexts } from '../../../../sync/protocol/error-codes.ts';
import { passwordProblem } from '../../../../sync/protocol/password-rules.ts';
import { resetPassword, type LinkedAccount, type ResetBy } from '../../../../sync/client/session/reset-password.ts';
import { FormChoice } from '../../../forms/form-choice.tsx';
import { FormPassword } from '../../../forms/form-password.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { PasswordChecklist } from '../../../model/passwords/password-checklist.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { resetPorts, withDeviceStore } from './reset-ports.ts';
import narrow from '../../../ui/narrow-page.module.css';

const ways = ['old-password', 'recovery-code', 'neither'] as const;

function schemaFor(email: string) {
  return v.pipe(
    v.object({
      password: v.pipe(
        v.string(),
        v.minLength(1, 'Please enter your password'),
        v.rawCheck(({ dataset, addIssue }) => {
          const problem = dataset.typed && dataset.value !== '' ? passwordProblem(dataset.value, [email]) : null;
          if (problem !== null) addIssue({ message: problem });
        }),
      ),
      way: v.picklist(ways, 'Please choose one'),
      oldPassword: v.string(),
      code: v.string(),
    }),
    v.forward(
      v.partialCheck(
        [['way'], ['oldPassword']],
        ({ way, oldPassword }) => way !== 'old-password' || oldPassword !== '',
        errorTexts.invalid_arguments,
      ),
      ['oldPassword'],
    ),
    v.forward(
      v.partialCheck(
        [['way'], ['code']],
        ({ way, code }) => way !== 'recovery-code' || code.trim() !== '',
        errorTexts.invalid_arguments,
      ),
      ['code'],
    ),
  );
}

interface Values {
  password: string;
  way: (typeof ways)[number] | '';
  oldPassword: string;
  code: string;
}

/** With what the person signs in next on this device. */
export interface ChosenPassword {
  readonly email: string;
  readonly password: string;
  /** The account's keys are new: what lies here is of before. */
  readonly isAnew: boolean;
}

interface ChoosePasswordProps {
  readonly token: string;
  readonly account: LinkedAccount;
  readonly onDone: (chosen: ChosenPassword) => void;
}

/** [C-283] A new password, and by what the account's keys are kept. What is lost without either is said before. */
export function ChoosePassword({ token, account, onDone }: ChoosePasswordProps) {
  const { look, here, waiting } = account;
  const [schema] = useState(() => schemaFor(look.email));
  const hasCode = look.wrap_recovery !== null;
  const form = useOrchidForm<Values, v.InferOutput<typeof schema>>({
    schema,
    defaults: {
      password: '',
      way: here ? 'old-password' : hasCode ? 'recovery-code' : 'neither',
      oldPassword: '',
      code: '',
    },
    words: {
      password: 'New password',
      way: 'How your sealed work stays readable',
      oldPassword: 'Password that opened this device',
      code: 'Recovery code',
    },
    send: async ({ password, way, oldPassword, code }): Promise<SendResult> => {
      const by: ResetBy =
        way === 'old-password'
          ? { kind: way, password: oldPassword }
          : way === 'recovery-code'
            ? { kind: way, code }
            : { kind: way };
      const done = await withDeviceStore((device) =>
        resetPassword(resetPorts, device, { ...account, token, password, by }),
      );
      if (done.kind === 'failed') return { kind: 'refused', message: done.message };
      onDone({ email: done.email, password, isAnew: way === 'neither' });
      return { kind: 'saved' };
    },
    onSent: () => undefined,
  });
  const { way, password } = form.values;
  const options = [
    ...(here ? [{ value: 'old-password', label: 'I remember the password that opened this device' }] : []),
    ...(hasCode ? [{ value: 'recovery-code', label: 'I have my recovery code' }] : []),
    { value: 'neither', label: 'I have neither' },
  ];
  return (
    <>
      <h1>Choose a new password</h1>
      <p className={narrow.lead}>
        For <span className={narrow.email}>{look.email}</span>. Every device asks for it from then on.
      </p>
      <Form form={form}>
        <FormPassword form={form} name="password" autoComplete="new-password" />
        <PasswordChecklist password={password} />
        {options.length > 1 ? (
          <FormChoice form={form} name="way" options={options}>
            {way === 'old-password' ? (
              <FormPassword form={form} name="oldPassword" autoComplete="current-password" />
            ) : null}
            {way === 'recovery-code' ? (
              <FormText form={form} name="code" autoComplete="off" hint="32 letters and digits, in groups of four" />
            ) : null}
          </FormChoice>
        ) : null}
        {way === 'neither' ? <WithoutKeys waiting={waiting} /> : null}
      </Form>
      <SendButton form={form} busyWords="Saving…">
        Save new password
      </SendButton>
    </>
  );
}

function WithoutKeys({ waiting }: { readonly waiting: number }) {
  return (
    <Notice tone="wait" title="Your account gets new keys">
      Everything that the server has stays. What waits unsent on your devices goes out when you log in on each of them.
      Changes that were refused and lie only on a device open with its old password alone.
      {waiting === 0
        ? ''
        : waiting === 1
          ? ' 1 change waits here: it is sent first.'
          : ` ${waiting} changes wait here: they are sent first.`}
    </Notice>
  );
}
