import { Download, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { newRecoveryCode, readRecoveryCode } from '../../../../sync/core/recovery-code.ts';
import { FormPassword } from '../../../forms/form-password.tsx';
import { FormText } from '../../../forms/form-text.tsx';
import { Form, SendButton } from '../../../forms/form.tsx';
import { useOrchidForm, type SendResult } from '../../../forms/use-orchid-form.ts';
import { useClient } from '../../../lib/client-context.ts';
import { loadSodium } from '../../../lib/key-derivation.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import styles from './security.module.css';

interface RecoveryCodeProps {
  readonly onBack: () => void;
  readonly onDone: () => void;
}

/** [RC-6] A code is made here, kept by the person, typed once more, and only then in force. */
export function RecoveryCode({ onBack, onDone }: RecoveryCodeProps) {
  const [code, setCode] = useState<string | null>(null);
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void loadSodium().then((sodium) => {
      if (isWanted) setCode(newRecoveryCode(sodium));
    });
    return () => {
      isWanted = false;
    };
  }, []);
  if (code === null)
    return (
      <Sheet open title="Recovery code" onClose={onBack}>
        <p>A code is being made…</p>
      </Sheet>
    );
  if (isKept) return <TypeAgain code={code} onBack={() => setKept(false)} onDone={onDone} />;
  return (
    <Sheet
      open
      title="Recovery code"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Back</Button>
          <Button tone="primary" onClick={() => setKept(true)}>
            I have kept it
          </Button>
        </>
      }
    >
      <p>
        If you forget your password, this code keeps everything readable. Keep it on paper, away from your devices.
        Nobody at Orchid has it.
      </p>
      <ol className={styles.code} aria-label="Recovery code" data-print="">
        {code.split('-').map((group, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- groups have a place, and two may be alike
          <li key={index}>{group}</li>
        ))}
      </ol>
      <div className={styles.ways}>
        <Button icon={<Printer size={16} aria-hidden />} onClick={() => globalThis.print()}>
          Print
        </Button>
        <Button icon={<Download size={16} aria-hidden />} onClick={() => save(code)}>
          Save as a file
        </Button>
        <CopyButton text={() => code} />
      </div>
    </Sheet>
  );
}

/** A plain text file that says what it is, and nothing of whose. */
function save(code: string): void {
  const url = URL.createObjectURL(new Blob([`Orchid recovery code\n${code}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'orchid-recovery-code.txt';
  link.click();
  URL.revokeObjectURL(url);
}

interface TypeAgainProps extends RecoveryCodeProps {
  readonly code: string;
}

function schemaFor(code: string) {
  return v.object({
    typed: v.pipe(
      v.string(),
      v.check((typed) => readRecoveryCode(typed) === code, 'This is not the code that was shown'),
    ),
    password: v.pipe(v.string(), v.minLength(1, 'Please enter your password')),
  });
}

function TypeAgain({ code, onBack, onDone }: TypeAgainProps) {
  const client = useClient();
  const [schema] = useState(() => schemaFor(code));
  const form = useOrchidForm<{ typed: string; password: string }, v.InferOutput<typeof schema>>({
    schema,
    defaults: { typed: '', password: '' },
    words: { typed: 'Recovery code', password: 'Password' },
    send: async ({ password }): Promise<SendResult> => {
      const result = await client.keepRecoveryCode(password, code);
      if (result.kind === 'ok') return { kind: 'saved' };
      return {
        kind: 'refused',
        message: result.kind === 'failed' ? result.message : 'That password is not right.',
      };
    },
    onSent: onDone,
  });
  return (
    <Sheet
      open
      title="Type it once more"
      onClose={onBack}
      actions={
        <>
          <Button onClick={onBack}>Show it again</Button>
          <SendButton form={form} busyWords="Saving…">
            Use this code
          </SendButton>
        </>
      }
    >
      <p>From your paper or file, so that it is certain that you have it. Spaces and small letters do not matter.</p>
      <Form form={form}>
        <FormText form={form} name="typed" autoComplete="off" />
        <FormPassword form={form} name="password" autoComplete="current-password" />
      </Form>
    </Sheet>
  );
}
