import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStatus } from '../../../lib/client-context.ts';
import type { RecoveryFacts } from '../../../model/passwords/recovery-facts.ts';
import { dateIn, fullDate } from '../../../lib/time.ts';
import { useMe } from '../../../model/people/use-account.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ChangeEmail } from './change-email.tsx';
import { ChangePassword } from './change-password.tsx';
import { DevicesSheet } from './devices-sheet.tsx';
import { PasskeySheet } from './passkey.tsx';
import { RecoveryCode } from './recovery-code.tsx';
import styles from './security.module.css';
import { usePasskey } from './use-passkey.ts';
import { useRecoveryFacts } from './use-recovery-facts.ts';

type Step = 'list' | 'password' | 'code' | 'email' | 'passkey' | 'devices';

export interface SecuritySheetProps {
  /** Where it opens; default: the list. */
  readonly begin?: 'list' | 'passkey' | 'devices';
  readonly onClose: () => void;
  /** Opens what ends every session at once; absent where that is asked elsewhere. */
  readonly onSignOutEverywhere?: () => void;
}

/** With what the account is opened: e-mail, password and recovery code; and where it is open. */
export function SecuritySheet({ onClose, begin = 'list', onSignOutEverywhere }: SecuritySheetProps) {
  const [step, setStep] = useState<Step>(begin);
  const [done, setDone] = useState<string | null>(null);
  const { facts, askAgain } = useRecoveryFacts();
  const passkey = usePasskey();
  const finish = (words: string) => {
    setDone(words);
    askAgain();
    setStep('list');
  };
  const back = () => setStep('list');
  switch (step) {
    case 'password':
      return <ChangePassword onBack={back} onDone={() => finish('Your password is changed.')} />;
    case 'code':
      return <RecoveryCode onBack={back} onDone={() => finish('Your recovery code is kept.')} />;
    case 'passkey':
      return (
        <PasskeySheet
          onBack={back}
          onDone={() => {
            passkey.askAgain();
            finish('This device opens without the password now.');
          }}
        />
      );
    case 'devices':
      return (
        <DevicesSheet
          onBack={back}
          onChangePassword={() => setStep('password')}
          onSignOutEverywhere={onSignOutEverywhere}
        />
      );
    case 'email':
      return (
        <ChangeEmail
          onBack={back}
          onDone={(email) => finish(`A mail is on its way to ${email}. Its link changes the address, within one day.`)}
        />
      );
    case 'list':
      return (
        <Choices facts={facts} passkey={passkey} done={done} onChoose={setStep} onClose={onClose} onRetry={askAgain} />
      );
  }
}

interface ChoicesProps {
  readonly facts: RecoveryFacts | null | undefined;
  readonly passkey: ReturnType<typeof usePasskey>;
  readonly done: string | null;
  readonly onChoose: (step: Step) => void;
  readonly onClose: () => void;
  readonly onRetry: () => void;
}

function Choices({ facts, passkey, done, onChoose, onClose, onRetry }: ChoicesProps) {
  const { zone } = useMe();
  const { online } = useStatus();
  return (
    <Sheet open title="Password and recovery" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
      {passkey.isStuck ? (
        <Notice tone="need" role="alert">
          It could not be turned off just now, and still opens this device. Please try again.
        </Notice>
      ) : null}
      <output>{done === null ? null : <Notice tone="fine">{done}</Notice>}</output>
      {facts === null ? (
        <Notice tone="wait" actions={<Button onClick={onRetry}>Try again</Button>}>
          {online ? 'The server gave no answer just now.' : 'Changing these needs a connection.'}
        </Notice>
      ) : null}
      {facts ? (
        <ul className={styles.lines}>
          <Line title="Email" text={facts.email} action="Change email" onPress={() => onChoose('email')} />
          <Line
            title="Password"
            text="It opens this device, and every other one on which you log in."
            action="Change password"
            onPress={() => onChoose('password')}
          />
          <Line
            title="Recovery code"
            text={
              facts.made === null
                ? 'You have none yet. With it a forgotten password loses nothing.'
                : `Made on ${fullDate(dateIn(facts.made, zone))}. A new one takes its place.`
            }
            action={facts.made === null ? 'Make a recovery code' : 'Make a new code'}
            onPress={() => onChoose('code')}
          />
        </ul>
      ) : null}
      {passkey.state === 'on' || passkey.state === 'possible' ? (
        <ul className={styles.lines}>
          <Line
            title="Unlock without the password"
            text={
              passkey.state === 'on'
                ? 'Your face, your finger or this device’s own code opens it after a lock.'
                : 'After a lock, by your face, your finger or this device’s own code.'
            }
            action={passkey.state === 'on' ? 'Turn off' : 'Turn on'}
            onPress={() => (passkey.state === 'on' ? void passkey.drop() : onChoose('passkey'))}
          />
        </ul>
      ) : null}
      <ul className={styles.lines}>
        <Line
          title="Devices"
          text="Where you have logged in. Log one out from here, or report it lost."
          action="See devices"
          onPress={() => onChoose('devices')}
        />
      </ul>
      <Link to="/email-preference" onClick={onClose}>
        Email preferences
      </Link>
    </Sheet>
  );
}

interface LineProps {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onPress: () => void;
}

function Line({ title, text, action, onPress }: LineProps) {
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.soft}>{text}</p>
      </div>
      <Button onClick={onPress}>{action}</Button>
    </li>
  );
}
