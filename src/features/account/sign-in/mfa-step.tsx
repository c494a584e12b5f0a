import { OTPField } from '@base-ui/react/otp-field';
import { useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import styles from './sign-in.module.css';

export interface MfaStepProps {
  readonly busy: boolean;
  readonly error: string | null;
  readonly onSubmit: (code: string) => void;
  readonly onBack: () => void;
}

const codeLength = 6;
const boxes = ['one', 'two', 'three', 'four', 'five', 'six'];

/** [C-256] The second step: six boxes, digits only, one paste fills them. */
export function MfaStep({ busy, error, onSubmit, onBack }: MfaStepProps) {
  const [code, setCode] = useState('');
  const errorId = useId();
  const titleId = useId();
  const complete = code.length === codeLength;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (complete && !busy) onSubmit(code);
      }}
    >
      <h2 id={titleId} className={styles.stepTitle}>
        2-step verification
      </h2>
      <p className={styles.lead}>Enter the 6-digit security codes you have received on your authentication app</p>
      <div>
        {/* The first box is named by what names the field; the others by their place. */}
        <OTPField.Root
          length={codeLength}
          value={code}
          onValueChange={setCode}
          className={styles.otp}
          aria-labelledby={titleId}
        >
          {boxes.map((box, index) => (
            <OTPField.Input
              key={box}
              className={styles.otpBox}
              {...(index === 0 ? {} : { 'aria-label': `Digit ${index + 1} of ${codeLength}` })}
              aria-describedby={error ? errorId : undefined}
              aria-invalid={error ? true : undefined}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step replaces the one that had the focus
              autoFocus={index === 0}
            />
          ))}
        </OTPField.Root>
        <p id={errorId} role="alert" className={styles.otpError}>
          {error}
        </p>
      </div>
      <Button type="submit" tone="primary" wide disabled={!complete || busy}>
        Continue
      </Button>
      <Button tone="quiet" wide onClick={onBack}>
        Back
      </Button>
    </form>
  );
}
